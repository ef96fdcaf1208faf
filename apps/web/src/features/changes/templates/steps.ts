import type { ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { formatAfter } from './after.ts'
import type { Step } from './Track.tsx'

type Milestone = Pick<ReleasePlanMilestone, 'id' | 'name' | 'transitionCondition'>

/** Milestones before any of them runs, with how long each lasts. */
export const previewOf = (milestones: readonly Milestone[]): Step[] =>
  milestones.map(({ id, name, transitionCondition }, index) => ({
    key: id,
    name,
    detail: formatAfter(transitionCondition, index === milestones.length - 1),
    state: 'waiting',
  }))
