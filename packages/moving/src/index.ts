/** Moves from an Unleash server to ours: reading, planning, importing, following and comparing. */

export type { Blocked, Difference, Sides } from './flags.ts'
export { type Followed, type Follower, openFollower } from './follow.ts'
export { type ImportOptions, type ImportReport, importAll, type Progress } from './import.ts'
export { type MovePlan, makePlan, type PlanKind, type PlanRow, planKinds } from './plan.ts'
export { type Comparison, openComparison, type ShadowOptions } from './shadow/compare.ts'
export {
  cutOverList,
  type EnvironmentReport,
  type Mismatch,
  type ShadowReport,
  type Totals,
  totalsOf,
} from './shadow/report.ts'
export { SourceError, type SourceProblem } from './source/errors.ts'
export { type Inventory, readInventory } from './source/read.ts'
export { type Fetch, openSource, type Source, type SourceSettings } from './source/request.ts'
