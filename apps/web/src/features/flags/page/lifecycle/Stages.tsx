import type { Feature } from '@flagstaff/contract/flags'
import type { FeatureLifecycle } from '@flagstaff/contract/lifecycle'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { LifecycleStage } from '../../../../ui/LifecycleStage.tsx'
import { Loaded } from '../../../../ui/Loaded.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { type Place, withErrorToast } from '../queries.ts'
import classes from './Lifecycle.module.css'
import { t } from './messages.ts'
import { flagStages, useUncomplete } from './queries.ts'

type StagesProps = { place: Place; flag: Feature; onComplete(): void; onDone(): void }

export function Stages({ place, flag, onComplete, onDone }: StagesProps) {
  const stages = useQuery({ ...flagStages(place), staleTime: 0 })
  const refusal = useCan('UPDATE_FEATURE', { project: place.project })
  const uncomplete = useUncomplete(place)
  const stage = flag.lifecycle?.stage ?? 'initial'
  const run = async () => {
    if (stage !== 'completed') return onComplete()
    if (await withErrorToast(uncomplete.mutateAsync())) onDone()
  }
  return (
    <div className={classes.stages}>
      <p>{t(`means.${stage}`)}</p>
      <Loaded query={stages} name={t('history')}>
        {(entered) => (
          <ol aria-label={t('history')}>
            {entered.map((one) => (
              <li key={one.stage} aria-current={one.stage === stage ? 'step' : undefined}>
                <LifecycleStage stage={one.stage} />
                <span className="faint small">
                  {t('since', { day: formatDay(one.enteredStageAt) })}
                  {one.status && <span className={classes.status}>{statusOf(one)}</span>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <Refused why={refusal}>
        <Button
          variant="default"
          loading={uncomplete.isPending}
          aria-disabled={refusal ? true : undefined}
          onClick={() => !refusal && void run()}
        >
          {t(stage === 'completed' ? 'complete.undo' : 'complete.do')}
        </Button>
      </Refused>
    </div>
  )
}

const statusOf = ({ status, statusValue }: FeatureLifecycle[number]) => {
  if (status === 'discarded') return t('status.discarded')
  return statusValue ? t('status.keptVariant', { variant: statusValue }) : t('status.kept')
}
