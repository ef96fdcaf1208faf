import type { FeatureEnvironmentSafeguard, ReleasePlanSafeguard } from '@flagstaff/contract/release-plans'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconShieldHalf, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useReviews } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { t } from './messages.ts'
import { type GuardPlace, useSafeguardChanges } from './queries.ts'
import { SafeguardDialog } from './SafeguardDialog.tsx'
import classes from './safeguards.module.css'
import { saySafeguard } from './say.ts'

type Safeguard = ReleasePlanSafeguard | FeatureEnvironmentSafeguard

type SafeguardsProps = {
  place: Place
  environment: FlagEnvironment
  /** Undefined for the safeguards of the flag itself. */
  plan?: { id: string; safeguards?: ReleasePlanSafeguard[] } | undefined
}

/** What stops a rollout: the safeguards of a plan, or of a flag in an environment. */
export function Safeguards({ place, environment, plan }: SafeguardsProps) {
  const [asked, setAsked] = useState<{ edit?: Safeguard; remove?: Safeguard }>()
  const permission = plan ? 'UPDATE_FEATURE_STRATEGY' : 'UPDATE_FEATURE_ENVIRONMENT'
  const { refusal, review } = useReviews(place.project)(environment, permission)
  const list: readonly Safeguard[] = (plan ? plan.safeguards : environment.safeguards) ?? []
  const at = { place, environment: environment.name, plan: plan?.id }
  const ask = (what: typeof asked) => () => !refusal && setAsked(what)
  return (
    <section className={classes.part} aria-label={t('guard.title')}>
      <header className={classes.head}>
        <IconShieldHalf size={16} stroke={1.5} aria-hidden="true" />
        <b>{t('guard.title')}</b>
        <span className="faint small">
          {t(plan ? 'guard.ofPlan' : 'guard.ofFlag', { environment: environment.name })}
        </span>
        <Refused why={refusal}>
          <Button
            variant="default"
            size="xs"
            className={classes.add ?? ''}
            aria-disabled={refusal ? true : undefined}
            aria-label={t('guard.addIn', { environment: environment.name })}
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={ask({})}
          >
            {t('guard.add')}
          </Button>
        </Refused>
      </header>
      {list.length === 0 && <p className={`${classes.none} faint small`}>{t('guard.none')}</p>}
      <ul className={classes.list}>
        {list.map((one) => (
          <li key={one.id}>
            <span>{saySafeguard(one.impactMetric, one.triggerCondition)}</span>
            <span className="faint small">{t(`guard.range.${one.impactMetric.timeRange}`)}</span>
            {!refusal && (
              <span className={classes.actions}>
                <ActionIcon
                  aria-label={t('guard.change', { metric: one.impactMetric.metricName })}
                  onClick={ask({ edit: one })}
                >
                  <IconPencil size={14} stroke={1.75} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('guard.delete', { metric: one.impactMetric.metricName })}
                  onClick={ask({ remove: one })}
                >
                  <IconTrash size={14} stroke={1.75} />
                </ActionIcon>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked?.remove && (
        <RemoveDialog at={at} safeguard={asked.remove} review={review} onClose={() => setAsked(undefined)} />
      )}
      {asked && !asked.remove && (
        <SafeguardDialog at={at} edited={asked.edit} review={review} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

type RemoveDialogProps = {
  at: GuardPlace
  safeguard: Safeguard
  review: ReturnType<ReturnType<typeof useReviews>>['review']
  onClose(): void
}

function RemoveDialog({ at, safeguard, review, onClose }: RemoveDialogProps) {
  const { remove } = useSafeguardChanges(at)
  return (
    <Confirm
      opened
      danger
      title={t('delete.title')}
      label={t('delete.label')}
      busy={remove.isPending}
      error={remove.error}
      review={review}
      onConfirm={(way) => remove.mutate({ id: safeguard.id, review: way }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('delete.text', { metric: safeguard.impactMetric.metricName })}</p>
    </Confirm>
  )
}
