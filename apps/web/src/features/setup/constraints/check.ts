import type { Constraint } from '@flagstaff/contract/common'
import { limits } from '@flagstaff/contract/limits'
import { isIpOrCidr, isStrictSemver, isTooLarge, patternLimits, readDate } from '@flagstaff/engine'
import { completeValue } from '@flagstaff/engine/complete'
import { operators, takesList } from '../../../lib/operators.ts'
import type { MessageKey } from './messages.ts'

export type Fault = {
  key: MessageKey
  values?: Record<string, string | number>
  /** The value is missing, not invalid. */
  missing: boolean
}

type Field = { name: string; legalValues?: readonly { value: string }[] | undefined }

const MOST_CHARACTERS = 100

/** Validates a constraint like the server, while it is edited. */
export function faultOf(
  constraint: Constraint,
  fields: readonly Field[],
  mostValues: number = limits.constraintValues,
): Fault | undefined {
  const legal = fields.find(({ name }) => name === constraint.contextName)?.legalValues ?? []
  const own = takesList(constraint.operator) ? faultOfList(constraint, mostValues) : faultOfValue(constraint)
  return own ?? faultOfLegal(constraint, legal)
}

export const hasFault = (
  constraints: readonly Constraint[],
  fields: readonly Field[],
  mostValues: number = limits.constraintValues,
) => constraints.some((constraint) => faultOf(constraint, fields, mostValues))

function faultOfList({ operator, values = [] }: Constraint, most: number): Fault | undefined {
  if (values.length === 0) return { key: 'fault.empty', missing: true }
  if (values.length > most) return wrong('fault.many', { limit: most })
  const long = values.find((value) => value.length > MOST_CHARACTERS)
  if (long) return wrong('fault.long', { value: `${long.slice(0, 24)}…` })
  const foreign = operator === 'IN_CIDR' ? values.find((value) => !isIpOrCidr(value)) : undefined
  return foreign === undefined ? undefined : wrong('fault.address', { value: foreign })
}

function faultOfValue({ operator, value = '', inverted }: Constraint): Fault | undefined {
  const text = value.trim()
  if (text === '') return { key: 'fault.blank', missing: true }
  const { kind } = operators[operator]
  if (kind === 'number' && completeValue(operator, text) === undefined)
    return wrong('fault.number', { value })
  if (kind === 'date' && completeValue(operator, text) === undefined) return wrong('fault.date', { value })
  if (kind === 'version' && !isStrictSemver(text)) return wrong('fault.version', { value })
  if (kind === 'pattern' && inverted) return wrong('fault.inverted')
  if (kind === 'pattern' && text.length > patternLimits.characters)
    return wrong('fault.patternLong', { limit: patternLimits.characters, count: text.length })
  if (kind === 'pattern' && isTooLarge(text))
    return wrong('fault.patternLarge', { limit: patternLimits.steps })
  if (kind === 'pattern' && !compiles(text)) return wrong('fault.pattern', { value })
  return undefined
}

function faultOfLegal(constraint: Constraint, legal: readonly { value: string }[]): Fault | undefined {
  if (legal.length === 0) return undefined
  const { contextName, operator, values = [], value = '' } = constraint
  const allowed = new Set(legal.flatMap((one) => [one.value, completeValue(operator, one.value)]))
  const foreign = (takesList(operator) ? values : [value]).find((one) => !allowed.has(one))
  return foreign === undefined ? undefined : wrong('fault.legal', { value: foreign, field: contextName })
}

/** Whether a pattern, stored before patterns had bounds, never matches on servers and edges. */
export const hasLargePattern = (constraints: readonly Constraint[]): boolean =>
  constraints.some(({ operator, value = '' }) => operators[operator]?.kind === 'pattern' && isTooLarge(value))

/** The timestamp in a date constraint, if valid. */
export function timeIn({ operator, value = '' }: Constraint): number | undefined {
  return operators[operator].kind === 'date' ? readDate(completeValue(operator, value) ?? '') : undefined
}

const wrong = (key: MessageKey, values: Record<string, string | number> = {}): Fault => ({
  key,
  values,
  missing: false,
})

/** A quick check only: the server validates RE2 syntax. */
function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern.replace(/^\(\?[a-z]+\)/, ''), 'u')
    return true
  } catch {
    return false
  }
}
