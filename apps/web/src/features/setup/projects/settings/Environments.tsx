import { Switch } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { environmentList, useCan } from '../../../../lib/session.ts'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { Environment } from '../../../../ui/Environment.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { SettingsCard } from '../../../../ui/Settings.tsx'
import { t } from '../messages.ts'
import { useAddEnvironment, useRemoveEnvironment } from '../queries.ts'
import type { PlaceProps } from './place.ts'
import classes from './settings.module.css'

/** Adding is harmless; removing deletes the flags' state there, so it requires typing the name. */
export function Environments({ id, project }: PlaceProps) {
  const { data } = useSuspenseQuery(environmentList)
  const refusal = useCan('UPDATE_PROJECT', { project: id })
  const add = useAddEnvironment()
  const remove = useRemoveEnvironment()
  const [leaving, setLeaving] = useState<string>()
  const here = new Set(project.environments?.map(({ environment }) => environment))
  const flags = (project.featureTypeCounts ?? []).reduce((sum, { count }) => sum + count, 0)
  const close = () => setLeaving(undefined)
  return (
    <>
      <h1 className={classes.title}>{t('settings.environments')}</h1>
      <SettingsCard title={t('env.card', { name: project.name })} text={t('create.environmentsHint')}>
        <div>
          {data.map(({ name, type, enabled }) => {
            const on = here.has(name)
            const why = refusal ?? (on && here.size === 1 ? t('env.last') : undefined)
            return (
              <div key={name} className={classes.row}>
                <Refused why={why}>
                  <Switch
                    size="sm"
                    checked={on}
                    aria-disabled={why ? true : undefined}
                    aria-label={t('env.switch', { environment: name })}
                    onChange={() => {
                      if (why) return
                      if (on) setLeaving(name)
                      else add.mutate({ id, name: project.name, environment: name })
                    }}
                  />
                </Refused>
                <span>
                  <Environment name={name} type={type} boxed />{' '}
                  {!enabled && <span className="faint small">{t('env.disabled')}</span>}
                </span>
                <span className="faint small">{t(on ? 'env.inProject' : 'env.notInProject')}</span>
              </div>
            )
          })}
        </div>
      </SettingsCard>
      <Confirm
        opened={leaving !== undefined}
        title={t('env.removeTitle', { environment: leaving ?? '', name: project.name })}
        label={t('env.remove', { environment: leaving ?? '' })}
        typed={leaving ?? ''}
        danger
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          leaving && remove.mutate({ id, name: project.name, environment: leaving }, { onSettled: close })
        }
      >
        <p>{t('env.removeText', { count: flags })}</p>
      </Confirm>
    </>
  )
}
