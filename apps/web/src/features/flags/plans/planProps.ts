import type {
  ReleasePlan,
  ReleasePlanMilestone,
  ReleasePlanMilestoneStrategy,
} from '@flagstaff/contract/release-plans'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'

export type PlanProps = {
  place: Place
  environment: FlagEnvironment
  plan: ReleasePlan
  segments: SegmentNames
}

/** What the user wants to do with the plan. */
export type Asked =
  | { kind: 'pause' | 'resume' | 'remove' }
  | { kind: 'start'; milestone: ReleasePlanMilestone }
  | { kind: 'next'; milestone: ReleasePlanMilestone; next: ReleasePlanMilestone }
  | { kind: 'rule'; milestone: ReleasePlanMilestone; rule: ReleasePlanMilestoneStrategy }

export type DialogProps = PlanProps & { onClose(): void }
