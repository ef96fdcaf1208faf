import { completeDate } from './dates.ts'
import { plainNumber } from './numbers.ts'

/**
 * The value of a constraint in a form that every SDK reads; undefined if its operator cannot compare with it. Only dates
 * and numbers can be written in several ways.
 *
 * ```ts
 * completeValue('DATE_AFTER', '2026-01-01') // '2026-01-01T00:00:00.000Z'
 * completeValue('NUM_GT', '.5') // '0.5'
 * ```
 */
export function completeValue(operator: string, value: string): string | undefined {
  if (operator.startsWith('DATE_')) return completeDate(value)
  return operator.startsWith('NUM_') ? plainNumber(value) : value.trim()
}
