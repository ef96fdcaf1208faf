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
    throw invalid(`"${value}" is not a whole number from 0 to 100.`, `parameters/${name}`)
  }
  return String(Number(digits))
}

/** A gradual rollout always says how many, who stays together, and apart from which other flags. */
export const completeParameters = (
  rule: { name: string; parameters: Parameters },
  flag: string,
  stickiness: string,
): Parameters => {
  if (rule.name !== 'flexibleRollout') return rule.parameters
  const { rollout, stickiness: own, groupId, ...rest } = rule.parameters
  return {
    ...rest,
    rollout: rollout?.trim() || '100',
    stickiness: own || stickiness,
    groupId: groupId || flag,
  }
}
