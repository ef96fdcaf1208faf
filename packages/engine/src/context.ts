import { readDate } from './dates.ts'
import type { Context } from './types.ts'

/** The text of a field: the top level first, then the properties. Only own keys count. */
export function readField(context: Context, name: string): string | undefined {
  if (name === 'properties') return undefined
  // Most fields are absent from the top level; asking whether a key is an own one is for those that are there.
  const value = context[name]
  if (value !== undefined && value !== null && Object.hasOwn(context, name)) return textOf(value)
  const properties = context.properties
  if (typeof properties !== 'object' || properties === null) return undefined
  const property = properties[name]
  return property !== undefined && Object.hasOwn(properties, name) ? textOf(property) : undefined
}

/** Built-in strategies and the default stickiness look at the top level only. */
export function readTopField(context: Context, name: string): string | undefined {
  const value = context[name]
  return value !== undefined && Object.hasOwn(context, name) ? textOf(value) : undefined
}

/** The text of a scalar. Anything else counts as absent: what its text is would depend on its methods. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : scalarText(value)
}

/** Milliseconds since 1970, undefined when the context has a time that cannot be read. */
export function readCurrentTime(context: Context, now: number): number | undefined {
  const time = Object.hasOwn(context, 'currentTime') ? context.currentTime : undefined
  if (time === undefined || time === null || time === '') return now
  if (typeof time === 'string') return readDate(time)
  const date = time instanceof Date || typeof time === 'number' ? new Date(time).getTime() : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

/** Wire data can be hand-made: whatever is not a list is an empty one. */
export function listOf<T>(value: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(value) ? value : []
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return undefined
}
