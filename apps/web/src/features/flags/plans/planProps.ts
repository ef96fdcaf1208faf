import type { ReleasePlan } from '@flagstaff/contract/release-plans'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'

export type PlanProps = {
  place: Place
  environment: FlagEnvironment
  plan: ReleasePlan
  segments: SegmentNames
}
