import type { Constraint } from '@flagstaff/contract/common'
import type { Limits } from '@flagstaff/contract/limits'
import { isIpOrCidr, isStrictSemver } from '@flagstaff/engine'
import { completeValue } from '@flagstaff/engine/complete'
import { invalid, limitReached } from '../../platform/errors.ts'
import { checkPattern, checkPatternSum, patternsOf } from './patterns.ts'

/** The legal values of context fields; a field without an entry allows all values. */
export type LegalValues = ReadonlyMap<string, ReadonlySet<string>>

const lists = new Set(['IN', 'NOT_IN', 'STR_STARTS_WITH', 'STR_ENDS_WITH', 'STR_CONTAINS', 'IN_CIDR'])
const MOST_CHARACTERS = 100

/**
 * Refuses a constraint that can never do what its author intended. Values that were stored `before` can be saved again,
 * even if the field no longer allows them.
 */
export function checkConstraint(
  constraint: Constraint,
  legal: LegalValues,
  before: readonly Constraint[] = [],
) {
  const { contextName, operator } = constraint
  if (contextName.trim() === '')
    throw invalid('A constraint needs the name of a context field.', 'contextName')
  if (lists.has(operator)) checkList(constraint)
  else checkSingle(constraint, before)
  const allowed = legal.get(contextName)
  if (!allowed || allowed.size === 0) return
  const stored = before.filter((one) => one.contextName === contextName).flatMap(valuesOf)
  checkLegal(constraint, new Set([...allowed, ...stored]))
}

const valuesOf = ({ values = [], value }: Constraint): string[] =>
  value === undefined ? values : [...values, value]

function checkList({ operator, values = [] }: Constraint) {
  if (values.length === 0) throw invalid(`${operator} needs at least one value.`, 'values')
  for (const value of values) {
    if (value.trim() === '') throw invalid(`${operator} does not take empty values.`, 'values')
    if (value.length > MOST_CHARACTERS) {
      throw invalid(`A value can have at most ${MOST_CHARACTERS} characters.`, 'values')
    }
    if (operator === 'IN_CIDR' && !isIpOrCidr(value)) {
      throw invalid(`"${value}" is not an address or a range such as 10.0.0.0/8.`, 'values')
    }
  }
}

function checkSingle({ operator, value, inverted }: Constraint, before: readonly Constraint[]) {
  if (value === undefined || value.trim() === '') throw invalid(`${operator} needs a value.`, 'value')
  if (completeValue(operator, value) === undefined) {
    throw invalid(
      operator.startsWith('NUM_')
        ? `"${value}" is not a number.`
        : `"${value}" is not a date. Write it as 2026-11-10 or 2026-11-10T14:00:00Z.`,
      'value',
    )
  }
  if (operator.startsWith('SEMVER_') && !isStrictSemver(value)) {
    throw invalid(`"${value}" is not a version such as 1.2.3.`, 'value')
  }
  if (operator === 'REGEX') {
    if (inverted) throw invalid('REGEX cannot be inverted. Write the opposite pattern instead.', 'inverted')
    checkPattern(value.trim(), 'value', patternsOf(before))
  }
}

/** Whether a field allows a value, also in the form in which the value is stored. */
export function isLegal(
  value: string,
  operator: Constraint['operator'],
  legal: ReadonlySet<string>,
): boolean {
  if (legal.has(value)) return true
  const stored = storedValue(operator, value)
  return [...legal].some((one) => storedValue(operator, one) === stored)
}

function checkLegal(constraint: Constraint, legal: ReadonlySet<string>) {
  const { contextName, operator } = constraint
  const foreign = valuesOf(constraint).find((one) => !isLegal(one, operator, legal))
  if (foreign !== undefined) throw invalid(`"${foreign}" is not a legal value of ${contextName}.`, 'values')
}

/** Constraints stored above a limit can be saved again if they do not grow. */
export function checkSizes(
  constraints: readonly Constraint[],
  limits: Limits,
  before: readonly Constraint[] = [],
) {
  if (constraints.length > Math.max(limits.constraints, before.length)) {
    throw limitReached('constraints', limits.constraints)
  }
  const most = Math.max(limits.constraintValues, ...before.map(({ values }) => values?.length ?? 0))
  if (constraints.some(({ values }) => (values?.length ?? 0) > most)) {
    throw limitReached('values of a constraint', limits.constraintValues)
  }
  checkPatternSum(constraints, before)
}

/**
 * The stored form: all fields are set, but `value` only if the operator takes a single value. Dates and numbers get a
 * form that every SDK reads.
 */
export const normalize = ({ contextName, operator, ...rest }: Constraint): Constraint => ({
  contextName,
  operator,
  values: lists.has(operator) ? (rest.values ?? []).map((value) => value.trim()) : [],
  ...(lists.has(operator) ? {} : { value: storedValue(operator, rest.value ?? '') }),
  inverted: rest.inverted ?? false,
  caseInsensitive: rest.caseInsensitive ?? false,
})

/** A constraint that was stored before values were completed; the same object if it is complete. */
export function completeConstraint(constraint: Constraint): Constraint {
  const { operator, value } = constraint
  if (value === undefined) return constraint
  const stored = storedValue(operator, value)
  return stored === value ? constraint : { ...constraint, value: stored }
}

/** What cannot be completed stays as it is; it is refused where it is new. */
const storedValue = (operator: Constraint['operator'], value: string): string =>
  completeValue(operator, value) ?? value.trim()
