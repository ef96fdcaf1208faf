import type { Constraint, StrategyVariant } from '@flagstaff/contract/common'
import type { FeatureStrategy } from '@flagstaff/contract/flags'

export type Rule = FeatureStrategy
export type Variant = StrategyVariant

/** The content of a rule, without its position. */
export type RuleBody = {
  name: string
  title: string
  disabled: boolean
  parameters: Record<string, string>
  constraints: Constraint[]
  segments: number[]
  variants: Variant[]
}

/** In the format of the server: an empty title is null. */
export const wireOf = ({ title, ...rule }: RuleBody) => ({ ...rule, title: title.trim() || null })

export const bodyOf = (rule: Partial<Rule> & { name: string }): RuleBody => ({
  name: rule.name,
  title: rule.title ?? '',
  disabled: rule.disabled ?? false,
  parameters: rule.parameters ?? {},
  constraints: rule.constraints ?? [],
  segments: rule.segments ?? [],
  variants: rule.variants ?? [],
})

/** A gradual rollout, the default of a new rule. */
export const gradual = (flag: string, stickiness = 'default', rollout = 100): RuleBody =>
  bodyOf({
    name: 'flexibleRollout',
    parameters: { rollout: String(rollout), stickiness, groupId: flag },
  })

/** An A/B test with two equal variants. */
export const experiment = (rule: RuleBody): RuleBody => ({
  ...rule,
  variants: ['control', 'treatment'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: stickinessOf(rule),
  })),
})

const shares: Record<string, { rollout: string; by: string | undefined }> = {
  flexibleRollout: { rollout: 'rollout', by: undefined },
  gradualRolloutUserId: { rollout: 'percentage', by: 'userId' },
  gradualRolloutSessionId: { rollout: 'percentage', by: 'sessionId' },
  gradualRolloutRandom: { rollout: 'percentage', by: 'random' },
}

/** The rollout in percent; undefined for kinds of rules without one. */
export function rolloutOf({ name, parameters = {} }: Pick<Rule, 'name' | 'parameters'>): number | undefined {
  const share = shares[name]
  if (!share) return undefined
  const text = parameters[share.rollout]
  // SDKs never apply a rule without a percentage.
  return Number(text) || 0
}

export function withRollout({ name, parameters = {} }: Pick<Rule, 'name' | 'parameters'>, rollout: number) {
  const share = shares[name]
  return share ? { ...parameters, [share.rollout]: String(rollout) } : parameters
}

/** The stickiness of the rule, which keeps results stable. */
export const stickinessOf = ({ name, parameters = {} }: Pick<Rule, 'name' | 'parameters'>) =>
  shares[name]?.by ?? (parameters.stickiness || 'default')

/** Variants get the stickiness of the rule: if they differ, SDKs disagree on which one applies. */
export const withParameters = (
  { parameters: before, variants }: RuleBody,
  parameters: RuleBody['parameters'],
): Pick<RuleBody, 'parameters' | 'variants'> => {
  const { stickiness } = parameters
  if (!stickiness || stickiness === before.stickiness) return { parameters, variants }
  return { parameters, variants: variants.map((variant) => ({ ...variant, stickiness })) }
}

type Split = Pick<RuleBody, 'name' | 'parameters' | 'variants'>

/** The stickiness by which some SDKs choose a variant. */
export const ruleStickiness = ({ parameters }: Pick<RuleBody, 'parameters'>) =>
  parameters.stickiness || 'default'

/** What others choose by, if it is something else. */
export const foreignStickiness = (rule: Split): string[] =>
  [...new Set(rule.variants.map(({ stickiness }) => stickiness))].filter(
    (one) => one !== ruleStickiness(rule),
  )

/** Why SDKs may choose different variants for the same user; only in imported and older rules. */
export function variantDoubts(rule: Split): ('stickiness' | 'group')[] {
  if (rule.variants.length === 0 || !isKnownKind(rule.name)) return []
  return [
    ...(foreignStickiness(rule).length === 0 ? [] : ['stickiness' as const]),
    ...(rule.parameters.groupId ? [] : ['group' as const]),
  ]
}

const lists: Record<string, { field: string; parameter: string; operator: Constraint['operator'] }> = {
  userWithId: { field: 'userId', parameter: 'userIds', operator: 'IN' },
  remoteAddress: { field: 'remoteAddress', parameter: 'IPs', operator: 'IN_CIDR' },
  applicationHostname: { field: 'hostname', parameter: 'hostNames', operator: 'IN' },
}

/** Converts the list parameter of older kinds of rules to a constraint. */
export function conditionsOf(rule: Pick<Rule, 'name' | 'parameters' | 'constraints'>): Constraint[] {
  const list = lists[rule.name]
  const own = rule.constraints ?? []
  if (!list) return own
  const values = (rule.parameters?.[list.parameter] ?? '').split(',').map((value) => value.trim())
  return [{ contextName: list.field, operator: list.operator, values: values.filter(Boolean) }, ...own]
}

/** The constraints of the selected segments. */
export const constraintsOf = (
  segments: readonly { id: number; constraints: Constraint[] }[],
  chosen: readonly number[],
): Constraint[] => segments.filter(({ id }) => chosen.includes(id)).flatMap(({ constraints }) => constraints)

/** Kinds of rules that the server evaluates. Custom ones are left to the applications. */
export const isKnownKind = (name: string) => name === 'default' || name in shares || name in lists

/** Whether the rule alone turns the flag on for everyone. */
export const isForEveryone = (rule: Rule): boolean =>
  !rule.disabled &&
  isKnownKind(rule.name) &&
  conditionsOf(rule).length === 0 &&
  (rule.segments ?? []).length === 0 &&
  (rolloutOf(rule) ?? 100) === 100

export const isSameRule = (one: RuleBody, other: RuleBody) =>
  JSON.stringify(normal(one)) === JSON.stringify(normal(other))

const normal = ({ name, title, disabled, parameters, constraints, segments, variants }: RuleBody) => [
  name,
  title,
  disabled,
  Object.entries(parameters).sort(([a], [b]) => a.localeCompare(b)),
  constraints.map((one) => [
    one.contextName,
    one.operator,
    one.inverted ?? false,
    one.caseInsensitive ?? false,
    one.values ?? [],
    one.value ?? '',
  ]),
  [...segments].sort((a, b) => a - b),
  variants.map(({ name: variant, weight, weightType, stickiness, payload }) => [
    variant,
    weight,
    weightType,
    stickiness,
    payload ?? null,
  ]),
]

/** The form as a change of a change request: a new rule, or an existing one with its ID. */
export const changeOf = (feature: string, id: string | undefined, rule: RuleBody) =>
  id === undefined
    ? { action: 'addStrategy' as const, feature, payload: rule }
    : { action: 'updateStrategy' as const, feature, payload: { id, ...rule } }

/** The number of changes, as a user would count them. */
export function changesBetween(before: RuleBody, after: RuleBody): number {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const names = new Set([...Object.keys(before.parameters), ...Object.keys(after.parameters)])
  const parameters = [...names].filter((key) => before.parameters[key] !== after.parameters[key])
  const places = Math.max(before.constraints.length, after.constraints.length)
  const constraints = Array.from({ length: places }, (_, index) => index).filter((index) =>
    differs(before.constraints[index], after.constraints[index]),
  )
  return (
    parameters.length +
    constraints.length +
    (['title', 'disabled', 'segments', 'variants'] as const).filter((key) => differs(before[key], after[key]))
      .length
  )
}
