import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Failure } from './createQueries.ts'
import dialog from './dialogs.module.css'
import { t } from './messages.ts'
import { pathOf } from './path.ts'

type CreateFailuresProps = { flag: string; project: string; failures: readonly Failure[]; onClose(): void }

/** The flag is there; this is what is missing about it. */
export function CreateFailures({ flag, project, failures, onClose }: CreateFailuresProps) {
  return (
    <div className={dialog.form}>
      <div className={dialog.problem} role="alert">
        <p>
          <b>{t('create.partTitle', { name: flag })}</b>
        </p>
        {failures.map(({ environment, step, reason }) => (
          <p key={environment}>
            {t(step === 'rule' ? 'create.partRule' : 'create.partOn', { environment, reason })}
          </p>
        ))}
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('create.close')}
        </Button>
        <Button component={Link} to={pathOf({ project, name: flag })} data-autofocus>
          {t('create.open', { name: flag })}
        </Button>
      </div>
    </div>
  )
}
