import type { ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useReviews } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { RuleSentence } from '../rules/RuleSentence.tsx'
import { ruleBodyOf } from '../templates/draft.ts'
import { t } from './messages.ts'
import { NextDialog } from './NextDialog.tsx'
import type { Asked, DialogProps } from './planProps.ts'
import classes from './plans.module.css'
import { usePlanChanges } from './queries.ts'

const RuleDialog = lazy(() =>
  import('../templates/editors.ts').then(({ RuleDialog: component }) => ({ default: component })),
)

export function PlanDialogs({ asked, ...props }: DialogProps & { asked: Asked }) {
  switch (asked.kind) {
    case 'start':
      return <StartDialog {...props} milestone={asked.milestone} />
    case 'next':
      return <NextDialog {...props} milestone={asked.milestone} next={asked.next} />
    case 'rule':
      return (
        <Suspense>
          <RuleDialog {...props} milestone={asked.milestone} rule={asked.rule} />
        </Suspense>
      )
    case 'pause':
      return <PauseDialog {...props} />
    case 'resume':
      return <ResumeDialog {...props} />
    case 'remove':
      return <RemoveDialog {...props} />
  }
}

function StartDialog({
  place,
  environment,
  plan,
  segments,
  milestone,
  onClose,
}: DialogProps & {
  milestone: ReleasePlanMilestone
}) {
  const { start } = usePlanChanges(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  const { name, strategies = [] } = milestone
  return (
    <Confirm
      opened
      title={t('start.title', { name })}
      label={t('start.label', { name })}
      busy={start.isPending}
      error={start.error}
      review={review}
      onConfirm={(way) => start.mutate({ plan: plan.id, milestone, review: way }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('start.text', { name, environment: environment.name })}</p>
      <ul className={classes.sentences} aria-label={t('start.rules', { name })}>
        {strategies.map((rule) => (
          <li key={rule.id}>
            <RuleSentence rule={ruleBodyOf(rule)} segments={segments} />
          </li>
        ))}
      </ul>
    </Confirm>
  )
}

/** Pausing is always allowed at once, also where changes need a review. */
function PauseDialog({ place, environment, plan, onClose }: DialogProps) {
  const { pause } = usePlanChanges(place, environment.name)
  const [reason, setReason] = useState('')
  return (
    <Confirm
      opened
      title={t('pause.title')}
      label={t('pause.label')}
      busy={pause.isPending}
      error={pause.error}
      onConfirm={() => pause.mutate({ plan: plan.id, reason: reason.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('pause.text')}</p>
      <Textarea
        className={classes.reason ?? ''}
        label={t('pause.reason')}
        description={t('pause.hint')}
        value={reason}
        maxLength={500}
        autosize
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}

function ResumeDialog({ place, environment, plan, onClose }: DialogProps) {
  const { resume } = usePlanChanges(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  return (
    <Confirm
      opened
      title={t('resume.title')}
      label={t('resume.label')}
      busy={resume.isPending}
      error={resume.error}
      review={review}
      onConfirm={(way) => resume.mutate({ plan: plan.id, review: way }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('resume.text')}</p>
    </Confirm>
  )
}

function RemoveDialog({ place, environment, plan, onClose }: DialogProps) {
  const { remove } = usePlanChanges(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'DELETE_FEATURE_STRATEGY')
  return (
    <Confirm
      opened
      danger
      title={t('remove.title')}
      label={t('do.remove')}
      busy={remove.isPending}
      error={remove.error}
      review={review}
      onConfirm={(way) => remove.mutate({ plan: plan.id, review: way }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('remove.text', { environment: environment.name })}</p>
    </Confirm>
  )
}
