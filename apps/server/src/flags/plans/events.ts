import type { EventType } from '@flagstaff/contract/event-types'
import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import { contentOf, milestoneOf, type Plan, reviewedOf } from './state.ts'

type Change = { flag: Flag; environment: string; before: Plan | undefined; after: Plan | undefined }

/** With what the plan will do before and after it, because that is protected too. */
export const planEvent = (
  type: EventType,
  { flag, environment, before, after }: Change,
  more: object = {},
): NewEvent => ({
  type,
  ...about(flag),
  environment,
  ...(after ? { data: { ...shown(after), ...more } } : { preData: before && shown(before) }),
  plans: [
    {
      kind: 'plan',
      name: flag.name,
      project: flag.project,
      environment,
      before: reviewedOf(before && contentOf(before), before?.pausedAt != null),
      // Pausing a plan is always allowed.
      after: reviewedOf(after && contentOf(after), before?.pausedAt != null && after?.pausedAt != null),
    },
  ],
})

const shown = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  milestone: milestoneOf(plan, plan.active)?.name ?? null,
})
