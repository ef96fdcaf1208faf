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
  const complete = known.map((rule) => completeRule(rule, file.name, here))
  const active = complete.some(({ disabled }) => !disabled)
  return {
    enabled,
    variants: balanced(variants).map((variant) => ({ stickiness: 'default', ...variant })),
    // On must never mean on for everybody by accident: as when it is switched on by hand, it gets a rule.
    rules: enabled && !active ? [...complete, completeRule(defaultRule(here), file.name, here)] : complete,
  }
}

const defaultRule = (here: Here): CreateFeatureStrategy => ({
  ...(here.defaultRule?.rule ?? { name: 'flexibleRollout' }),
  disabled: false,
})

function completeRule(rule: CreateFeatureStrategy, flag: string, { rules }: Here): RuleContent {
  const parameters = completeParameters(
    { name: rule.name, parameters: rule.parameters ?? {} },
    flag,
    rules.stickiness,
  )
  return {
    name: rule.name,
    title: rule.title || null,
    disabled: rule.disabled ?? false,
    parameters,
    constraints: (rule.constraints ?? []).map(normalize),
    segments: [...new Set(rule.segments ?? [])].sort((a, b) => a - b),
    variants: balanced(rule.variants ?? []).map((variant) => ({
      ...variant,
      stickiness: parameters.stickiness || 'default',
    })),
  }
}

/** As they would be stored; those that cannot be are found out when the file is checked. */
function balanced<V extends Variant>(variants: readonly V[]): readonly V[] {
  try {
    return acceptVariants(variants)
  } catch {
    return variants
  }
}
