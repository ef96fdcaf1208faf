import type { ImportValidation } from '@flagstaff/contract/transfer'
import { Button, Kbd } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { environmentList, type Refusal, useCan } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { t } from './messages.ts'
import type { Sums } from './rows.ts'
import classes from './transfer.module.css'

type ReviewFooterProps = {
  project: { id: string; name: string }
  environment: string
  sums: Sums
  open: number
  check: ImportValidation
  /** The check does not include the latest choice yet. */
  comparing: boolean
  busy: boolean
  onRun(): void
  onDiscard(): void
}

/** A summary of the choices, and the import button, or what is missing. */
export function ReviewFooter(props: ReviewFooterProps) {
  const { project, environment, sums, open, check, comparing, busy, onRun, onDiscard } = props
  const [asking, setAsking] = useState(false)
  const { data: environments } = useSuspenseQuery(environmentList)
  const production = isProduction(environments.find(({ name }) => name === environment)?.type)
  const why = useWhy(project.id, open, check) ?? (comparing ? t('whyComparing') : undefined)
  const items = sums.create + sums.overwrite + sums.keep
  const problems = check.errors.length + check.permissions.length
  const start = () => {
    if (why || busy) return
    if (production) setAsking(true)
    else onRun()
  }
  useHotkey('mod+Enter', t('run', { environment }), start)
  return (
    <>
      <footer className={classes.footer}>
        <div className={classes.sum} role="status">
          <b className="num">{t('sum', { items })}</b>
          <span className="dim num">{t('sums', sums)}</span>
          <span className="faint small">{t('parts', { count: check.plan.parts })}</span>
        </div>
        {(open > 0 || problems > 0) && (
          <b className={classes.missing}>
            {open > 0 ? t('openLeft', { count: open }) : t('problemsLeft', { count: problems })}
          </b>
        )}
        <Button variant="default" onClick={onDiscard} disabled={busy}>
          {t('discard')}
        </Button>
        <Refused why={why}>
          <Button
            aria-disabled={why ? true : undefined}
            loading={busy}
            rightSection={<Kbd>Ctrl ↵</Kbd>}
            onClick={start}
          >
            {t('run', { environment })}
          </Button>
        </Refused>
      </footer>
      <Confirm
        opened={asking}
        title={t('askTitle', { environment })}
        label={t('run', { environment })}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onRun()
        }}
      >
        {t('askText', { flags: sums.create + sums.overwrite, project: project.name, environment })}
      </Confirm>
      <LeaveGuard when={() => busy} kept={false} />
    </>
  )
}

function useWhy(project: string, open: number, { errors, permissions }: ImportValidation): Refusal {
  const refusal = useCan('UPDATE_FEATURE', { project })
  if (refusal) return refusal
  if (open > 0) return t('whyOpen')
  if (errors.length > 0) return t('whyErrors')
  return permissions[0] && `${permissions[0].message} ${permissions[0].affectedItems.join(', ')}`
}
