import { invalid } from '../../platform/errors.ts'

type Parameters = Record<string, string>
type ParameterType = { name?: string; type?: string }

/** Percentages are stored as plain digits, so that every evaluator reads them alike. */
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

type Rule = { name: string; parameters: Parameters; variants: readonly unknown[] }
type Defaults = { flag: string; stickiness: string; before?: Rule | undefined }

/**
 * A gradual rollout always says how many, who stays together, and apart from which other flags. Variants of every kind
 * of rule are drawn by the group, and SDKs disagree on what a missing one means.
 */
export function completeParameters(rule: Rule, { flag, stickiness, before }: Defaults): Parameters {
  const { name, parameters } = rule
  const group = parameters.groupId || (usesGroup(rule) && !hadNoGroup(before) ? flag : undefined)
  const grouped = group === undefined ? parameters : { ...parameters, groupId: group }
  if (name !== 'flexibleRollout') return grouped
  return {
    ...grouped,
    rollout: parameters.rollout?.trim() || '100',
    stickiness: parameters.stickiness || stickiness,
  }
}

const usesGroup = ({ name, variants }: Rule) => name === 'flexibleRollout' || variants.length > 0

/** One that was in use without a group stays so: with one, people would move to other variants. */
const hadNoGroup = (rule: Rule | undefined) =>
  rule !== undefined && usesGroup(rule) && !rule.parameters.groupId
