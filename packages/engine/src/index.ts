/** Evaluates flags: pure functions, without dependencies, clock or I/O. */

export { type Cidr, isIpOrCidr, parseCidr } from './cidr.ts'
export { type CompiledFlag, compileFlag } from './compile.ts'
export { type CompiledConstraint, compileConstraint } from './constraints.ts'
export { readDate } from './dates.ts'
export { type Cause, type Decision, decide, decideAll } from './decide.ts'
export { evaluate, evaluateAll, evaluateOn } from './evaluate.ts'
export {
  type ConstraintStep,
  type DependencyStep,
  type Explanation,
  explain,
  type SegmentStep,
  type StrategyStep,
  type VariantStep,
} from './explain.ts'
export { murmur3, normalizedHash } from './murmur.ts'
export { readNumber } from './numbers.ts'
export { isTooLarge, patternLimits, patternSteps, startPatternWork } from './patterns.ts'
export { compile, createRuleset, type Ruleset } from './ruleset.ts'
export { isStrictSemver } from './semver.ts'
export type { RuleStep } from './strategies.ts'
export type {
  At,
  Constraint,
  Context,
  Dependency,
  Flag,
  Override,
  Payload,
  Result,
  Segment,
  Strategy,
  Tools,
  Variant,
  VariantResult,
} from './types.ts'
