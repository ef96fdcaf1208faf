import type { ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { useState } from 'react'
import { useReviews } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { conditionOf, nextOf } from '../templates/draft.ts'
import { NextField } from '../templates/NextField.tsx'
import { t } from './messages.ts'
import type { DialogProps } from './planProps.ts'
import { usePlanChanges } from './queries.ts'

type NextDialogProps = DialogProps & { milestone: ReleasePlanMilestone; next: ReleasePlanMilestone }

/** Changes when the milestone after this one starts, in this plan only. */
export function NextDialog({ place, environment, milestone, next, onClose }: NextDialogProps) {
  const { setNext } = usePlanChanges(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  const [draft, setDraft] = useState(() => nextOf(milestone.transitionCondition))
  const [wrong, setWrong] = useState(false)
  const condition = conditionOf(draft)
  return (
    <Confirm
      opened
      title={t('next.title', { name: next.name })}
      label={t('next.save')}
      busy={setNext.isPending}
      error={wrong && condition === undefined ? new Error(t('next.wrong')) : setNext.error}
      review={review}
      onConfirm={(way) => {
        if (condition === undefined) return setWrong(true)
        setNext.mutate(
          { source: milestone.id, target: next.id, condition, review: way },
          { onSuccess: onClose },
        )
      }}
      onClose={onClose}
    >
      <NextField plain next={draft} number={milestone.sortOrder + 1} onChange={setDraft} />
    </Confirm>
  )
}
