export { archiveFlags, reviveFlags } from './archive/commands.ts'
export { createFlag, createFlags, updateFlag } from './commands.ts'
export { completeStored } from './completion/stored.ts'
export { addDependency, removeAllDependencies, removeDependency } from './dependencies/commands.ts'
export { about } from './events.ts'
export { foldGuard } from './guards/fold.ts'
export { type OutcomeWriter, outcomes } from './guards/intake-queries.ts'
export { type ActiveGuard, addMinutes, listActiveGuards, type Report } from './guards/queries.ts'
export { type Counts, ratioOf } from './guards/rules.ts'
export { tripGuard } from './guards/trip.ts'
export { createLink, deleteLink } from './links/commands.ts'
export { acceptUrl } from './links/rules.ts'
export { checkPattern } from './naming.ts'
export { settleOverrides } from './overrides/settle.ts'
export { addPlan } from './plans/add.ts'
export {
  acceptCondition,
  deleteProgression,
  removePlan,
  resumePlan,
  setProgression,
  startMilestone,
  updateMilestoneRule,
} from './plans/commands.ts'
export { progressSafe } from './plans/progress.ts'
export { setPlan } from './plans/set.ts'
export { type PlanContent, rulesOf } from './plans/state.ts'
export { type Flag, findProjectRules, holdFlag, type ProjectRules } from './queries.ts'
export { readFlagEnvironment } from './reads/queries.ts'
export { ruleCheck } from './rules/accept.ts'
export { createRule, deleteRule, sortRules, updateRule } from './rules/commands.ts'
export { contentKey, pairRules, type RuleContent, stable } from './rules/pairing.ts'
export { acceptParameters, completeParameters, withStickiness } from './rules/parameters.ts'
export { findDefaultRule } from './rules/queries.ts'
export { setRules } from './rules/set.ts'
export { ruleWarnings } from './rules/warnings.ts'
export {
  deleteFlagSafeguard,
  deletePlanSafeguard,
  replaceAll as replaceSafeguards,
  setFlagSafeguard,
  setPlanSafeguard,
} from './safeguards/commands.ts'
export { type ArmedSafeguard, listArmed } from './safeguards/queries.ts'
export { triggerSafeguard } from './safeguards/trigger.ts'
export {
  type EnvironmentState,
  type FlagState,
  listHolders,
  listStates,
  type Selection,
} from './states/queries.ts'
export { disableFlags, enableFlags } from './switch/commands.ts'
export { tagFlags } from './tags/commands.ts'
export { lockActiveFlag, projectOf } from './target.ts'
export { listFlagTypes } from './types/queries.ts'
export { valueFields, wholeValue } from './values/fields.ts'
export { checkPayloads, mergeValue } from './values/rules.ts'
export { setVariants } from './variants/commands.ts'
export { acceptVariants } from './variants/weights.ts'
