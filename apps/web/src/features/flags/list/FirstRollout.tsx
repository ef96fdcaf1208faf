import { Switch } from '@mantine/core'
import { IconShieldFilled } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatPercent } from '../../../lib/format.ts'
import { isFraction } from '../../../lib/percent.ts'
import { environmentList, useRefusals } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { PercentInput } from '../../../ui/PercentInput.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import classes from './CreateFlag.module.css'
import { t } from './messages.ts'

/** By environment; without a value, the flag is off. */
export type Percents = Readonly<Record<string, number | undefined>>

type FirstRolloutProps = {
  /** Those of the project; while loading, all enabled ones. */
  environments: readonly string[] | undefined
  project: string
  value: Percents
  onChange(value: Percents): void
}

/** Off, on for everyone, or on for a percentage; the switch sets 100 %. */
export function FirstRollout({ environments, project, value, onChange }: FirstRolloutProps) {
  const { data } = useSuspenseQuery(environmentList)
  const refusalFor = useRefusals()
  // Show the fields before the environments of the project are loaded, so that typing need not wait.
  const shown = data.filter(({ name, enabled }) => (environments ? environments.includes(name) : enabled))
  const inProduction = shown.some(({ name, type }) => isProduction(type) && value[name])
  return (
    <fieldset className={classes.rollout}>
      <legend>{t('create.rollout')}</legend>
      <div className={classes.rows}>
        {shown.map(({ name, type }) => {
          const percent = value[name]
          const place = { project, environment: name }
          const why =
            refusalFor('CREATE_FEATURE_STRATEGY', place) ?? refusalFor('UPDATE_FEATURE_ENVIRONMENT', place)
          const set = (next: number | undefined) => onChange({ ...value, [name]: next })
          return (
            <div key={name} className={classes.row} data-production={isProduction(type) || undefined}>
              <Environment name={name} type={type} />
              <Refused why={why}>
                <PercentInput
                  aria-label={t('create.percent', { environment: name })}
                  placeholder={t('create.off')}
                  value={percent}
                  readOnly={why !== undefined}
                  onChange={set}
                />
              </Refused>
              <span className={classes.words}>{wordsFor(percent)}</span>
              <Refused why={why}>
                <Switch
                  aria-label={t('create.onIn', { environment: name })}
                  aria-disabled={why ? true : undefined}
                  checked={Boolean(percent)}
                  onChange={why ? () => {} : () => set(percent ? undefined : 100)}
                />
              </Refused>
            </div>
          )
        })}
      </div>
      {inProduction && (
        <p className={classes.warning}>
          <IconShieldFilled size={14} aria-hidden="true" />
          {t('create.production')}
        </p>
      )}
    </fieldset>
  )
}

const wordsFor = (percent: number | undefined) =>
  isFraction(percent)
    ? shared('percent.whole')
    : !percent
      ? t('create.isOff')
      : percent === 100
        ? t('create.isAll')
        : t('create.isSome', { percent: formatPercent(percent) })
