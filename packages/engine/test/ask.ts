import { evaluate } from '../src/evaluate.ts'
import { compile } from '../src/ruleset.ts'
import type { At, Constraint, Context, Flag, Strategy, VariantResult } from '../src/types.ts'
import { at, tools } from './tools.ts'

/** Whether a flag with only this constraint is on. */
export function satisfies(constraint: Constraint, context: Context): boolean {
  return isOn({ name: 'default', constraints: [constraint] }, context)
}

/** Whether a flag with only this strategy is on. */
export function isOn(strategy: Strategy, context: Context, when: At = at): boolean {
  const flag: Flag = { name: 'flag', enabled: true, strategies: [strategy] }
  return evaluate(compile({ features: [flag] }, tools), 'flag', context, when).enabled
}

export function variantOf(flag: Flag, context: Context, when: At = at): VariantResult {
  return evaluate(compile({ features: [flag] }, tools), flag.name, context, when).variant
}

/** The result without a variant. */
export function disabled(flagEnabled: boolean): VariantResult {
  return { name: 'disabled', enabled: false, feature_enabled: flagEnabled, featureEnabled: flagEnabled }
}
