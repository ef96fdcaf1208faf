import type { Variant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { normalize } from '../constraints/index.ts'
import { acceptVariants, completeParameters, type RuleContent } from '../flags/index.ts'
import type { FileFlag } from './document.ts'
import type { Here } from './here.ts'

/** By the name that the file uses, the number of the segment here; undefined where it is left out. */
export type Segments = ReadonlyMap<string, number | undefined>

type State = { enabled: boolean; variants: Variant[]; rules: RuleContent[] }

/** What the file says a flag does, as it would be stored here. */
export function completeState(file: FileFlag, here: Here, segments: Segments): State {
  const { enabled = false, variants = [], rules = [] } = file.state ?? {}
  const known = rules
    .map((rule) => ({ ...rule, ids: rule.segments.map((name) => segments.get(name)) }))
    // Without one of its segments a rule would be for more people than it was meant for.
    .filter(({ ids }) => ids.every((id) => id !== undefined))
    .map(({ ids, ...rule }) => ({ ...rule, segments: ids.filter((id) => id !== undefined) }))
  const complete = known.map(asGiven)
  const active = complete.some(({ disabled }) => !disabled)
  return {
    enabled,
    variants: balanced(variants).map((variant) => ({ stickiness: 'default', ...variant })),
    // On must never mean on for everybody by accident: as when it is turned on by hand, it gets a rule.
    rules: enabled && !active ? [...complete, defaultRule(file.name, here)] : complete,
  }
}

function defaultRule(flag: string, { defaultRule: known, rules: { stickiness } }: Here): RuleContent {
  const rule = asGiven({ ...(known?.rule ?? { name: 'flexibleRollout' }), disabled: false })
  return { ...rule, parameters: completeParameters(rule, { flag, stickiness }) }
}

/** Nothing is filled in that SDKs hash: people would move to other buckets and variants. */
const asGiven = (rule: CreateFeatureStrategy): RuleContent => ({
  name: rule.name,
  title: rule.title || null,
  disabled: rule.disabled ?? false,
  parameters: rule.parameters ?? {},
  constraints: (rule.constraints ?? []).map(normalize),
  segments: [...new Set(rule.segments ?? [])].sort((a, b) => a - b),
  variants: [...balanced(rule.variants ?? [])],
})

/** As they would be stored; those that cannot be are found out when the file is checked. */
function balanced<V extends Variant>(variants: readonly V[]): readonly V[] {
  try {
    return acceptVariants(variants, { keepWeights: true })
  } catch {
    return variants
  }
}
