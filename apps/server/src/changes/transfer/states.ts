import type { Variant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { acceptVariants, completeParameters, type RuleContent, withStickiness } from '../../flags/index.ts'
import { normalize } from '../../setup/constraints/index.ts'
import type { Destination } from './destination.ts'
import type { FileState } from './document.ts'

/** The segment id for each name in the file; undefined if it is left out. */
export type Segments = ReadonlyMap<string, number | undefined>

type State = { enabled: boolean; variants: Variant[]; rules: RuleContent[] }

/** The state of a flag in the file, as it would be stored. */
export function completeState(
  flag: string,
  { environment, enabled, variants, rules }: FileState,
  destination: Pick<Destination, 'defaultRules' | 'rules'>,
  segments: Segments,
): State {
  const known = rules
    .map((rule) => ({ ...rule, ids: rule.segments.map((name) => segments.get(name)) }))
    // Without one of its segments, a rule would match more users than intended.
    .filter(({ ids }) => ids.every((id) => id !== undefined))
    .map(({ ids, ...rule }) => ({ ...rule, segments: ids.filter((id) => id !== undefined) }))
  const complete = known.map(asGiven)
  const active = complete.some(({ disabled }) => !disabled)
  return {
    enabled,
    variants: balanced(variants).map((variant) => ({ stickiness: 'default', ...variant })),
    // A flag without active rules would be on for everyone, so it gets the default rule, as when it is turned on.
    rules: enabled && !active ? [...complete, defaultRule(flag, environment, destination)] : complete,
  }
}

function defaultRule(
  flag: string,
  environment: string,
  { defaultRules, rules: { stickiness } }: Pick<Destination, 'defaultRules' | 'rules'>,
): RuleContent {
  const known = defaultRules.get(environment)
  const given: CreateFeatureStrategy = {
    ...(known?.rule ?? { name: 'flexibleRollout' }),
    disabled: false,
  }
  const rule = asGiven(given)
  const { parameters = {} } = given
  return { ...rule, parameters: completeParameters({ ...rule, parameters }, { flag, stickiness }) }
}

/** Does not fill in anything that SDKs hash, since users would move to other buckets and variants. */
const asGiven = (rule: CreateFeatureStrategy): RuleContent => ({
  name: rule.name,
  title: rule.title || null,
  disabled: rule.disabled ?? false,
  parameters: withStickiness({ name: rule.name, parameters: rule.parameters ?? {} }),
  constraints: (rule.constraints ?? []).map(normalize),
  segments: [...new Set(rule.segments ?? [])].sort((a, b) => a - b),
  variants: [...balanced(rule.variants ?? [])],
})

/** As they would be stored; invalid ones are reported by the validation. */
function balanced<V extends Variant>(variants: readonly V[]): readonly V[] {
  try {
    return acceptVariants(variants, { keepWeights: true })
  } catch {
    return variants
  }
}
