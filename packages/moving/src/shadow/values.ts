import type { Constraint } from '@flagstaff/engine'

/** Whether the operator compares with `values` instead of `value`. */
const isList = (operator: string): boolean => /^(IN|NOT_IN|STR_|IN_CIDR)/.test(operator)

/** The values in a constraint, as a context would have them. */
export function valuesOf({ operator, values, value }: Constraint): string[] {
  if (operator === 'IN_CIDR') return (values ?? []).map((range) => range.replace(/\/\d+$/, ''))
  if (isList(operator)) return (values ?? []).flatMap((text) => [text, text.toUpperCase()])
  return value ? [value] : []
}

/** Values that are close to those of the constraint, on the other side of its border. */
export function besideOf({ operator, values, value }: Constraint): string[] {
  if (operator === 'IN_CIDR') return ['203.0.113.7', '10.11.12.13']
  if (isList(operator)) return (values ?? []).slice(0, 3).flatMap((text) => [`${text}x`, `x${text}`])
  if (operator.startsWith('NUM_')) return around(Number(value))
  if (operator.startsWith('DATE_')) return aroundDate(value ?? '')
  if (operator.startsWith('SEMVER_')) return aroundVersion(value ?? '')
  return ['', 'something else']
}

/** A value that meets the constraint; undefined if a missing field meets it, or none is known. */
export function satisfyingOf(constraint: Constraint): string | undefined {
  const isNegative = (constraint.operator === 'NOT_IN') !== Boolean(constraint.inverted)
  const candidates = [...valuesOf(constraint), ...besideOf(constraint)]
  if (isNegative && isList(constraint.operator)) return 'none-of-them'
  if (/_(GT|GTE|AFTER)$/.test(constraint.operator)) return pick(candidates, constraint.inverted ? 1 : 2)
  if (/_(LT|LTE|BEFORE)$/.test(constraint.operator)) return pick(candidates, constraint.inverted ? 2 : 1)
  return constraint.inverted ? candidates.at(-1) : candidates[0]
}

/** The candidates are the value, one below and one above. */
const pick = (candidates: readonly string[], index: number): string | undefined =>
  candidates[index] ?? candidates[0]

const around = (number: number): string[] =>
  Number.isFinite(number)
    ? [String(number - 1), String(number + 1), String(number + 0.5), 'text']
    : ['0', '1']

function aroundDate(text: string): string[] {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return []
  return [-1_000, 1_000, -86_400_000, 86_400_000].map((ms) => new Date(time + ms).toISOString())
}

function aroundVersion(text: string): string[] {
  const [, major = '1', minor = '0', patch = '0'] = /^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []
  return [
    Number(patch) > 0 ? `${major}.${minor}.${Number(patch) - 1}` : `${major}.${minor}.${patch}-alpha.1`,
    `${major}.${minor}.${Number(patch) + 1}`,
    `${Number(major) + 1}.0.0`,
    `${text}-beta.1`,
    'text',
  ]
}
