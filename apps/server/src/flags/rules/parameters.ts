import { invalid } from '../../platform/errors.ts'

type Parameters = Record<string, string>
type ParameterType = { name?: string; type?: string }

/** Percentages are stored as plain digits, so that all SDKs parse them the same way. */
export function acceptParameters(parameters: Parameters, types: readonly ParameterType[]): Parameters {
  const percentages = new Set(types.filter(({ type }) => type === 'percentage').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      percentages.has(name) && value.trim() !== '' ? acceptPercentage(name, value) : value,
    ]),
  )
}

function acceptPercentage(name: string, value: string): string {
  const digits = value.trim()
  if (!/^\d{1,3}$/.test(digits) || Number(digits) > 100) {
    throw invalid(
      /^\d+[.,]\d+$/.test(digits)
        ? `"${value}" is not a whole number from 0 to 100. Fractions of a percent are refused because SDKs evaluate them differently.`
        : `"${value}" is not a whole number from 0 to 100.`,
      `parameters/${name}`,
    )
  }
  return String(Number(digits))
}

type Rule = { name: string; parameters: Parameters; variants: readonly { stickiness?: string | undefined }[] }
type Defaults = { flag: string; stickiness: string; before?: Rule | undefined }

/**
 * Fills in the rollout, stickiness and group id of a gradual rollout. Other kinds of rules with variants also get a
 * group id and the stickiness of their variants, because SDKs disagree about what is missing.
 */
export function completeParameters(rule: Rule, { flag, stickiness, before }: Defaults): Parameters {
  const { name, parameters } = rule
  const group = parameters.groupId || (usesGroup(rule) && !hadNoGroup(before) ? flag : undefined)
  const grouped = group === undefined ? parameters : { ...parameters, groupId: group }
  if (name !== 'flexibleRollout') {
    const { stickiness: own = 'default' } = rule.variants[0] ?? {}
    const isNamed = own === 'default' || parameters.stickiness || hadNoStickiness(before)
    return isNamed ? grouped : { ...grouped, stickiness: own }
  }
  return {
    ...grouped,
    rollout: parameters.rollout?.trim() || '100',
    stickiness: parameters.stickiness || stickiness,
  }
}

/**
 * A gradual rollout always names its stickiness: some SDKs fail without it or are off for everyone if it is empty, and
 * all others use the default.
 */
export const withStickiness = ({ name, parameters }: Omit<Rule, 'variants'>): Parameters =>
  name === 'flexibleRollout' && !parameters.stickiness ? { ...parameters, stickiness: 'default' } : parameters

const usesGroup = ({ name, variants }: Rule) => name === 'flexibleRollout' || variants.length > 0

/** Its users could move to other variants, too. */
const hadNoStickiness = (rule: Rule | undefined) =>
  rule !== undefined && rule.variants.length > 0 && !rule.parameters.stickiness

/** A rule in use without a group id does not get one, because its users would move to other variants. */
const hadNoGroup = (rule: Rule | undefined) =>
  rule !== undefined && usesGroup(rule) && !rule.parameters.groupId
