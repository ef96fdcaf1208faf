import { readDate } from './dates.ts'
import type { Context } from './types.ts'

/** One for all: thousands of empty lists would crowd the cache. */
const none: readonly never[] = []

/** The text of a field: the top level first, then the properties. Only own keys count. */
export function readField(context: Context, name: string): string | undefined {
  if (name === 'properties') return undefined
  const value = context[name]
  if (value !== undefined && value !== null && isOwn(context, name, value)) return textOf(value)
  const properties = context.properties
  if (typeof properties !== 'object' || properties === null) return undefined
  const property = properties[name]
  return property !== undefined && isOwn(properties, name, property) ? textOf(property) : undefined
}

/** Built-in strategies and the default stickiness look at the top level only. */
export function readTopField(context: Context, name: string): string | undefined {
  const value = context[name]
  return value !== undefined && isOwn(context, name, value) ? textOf(value) : undefined
}

type Fields = { readonly [name: string]: unknown }

/** To ask for the key costs more than to read it; a text that a plain object has is its own, since it inherits none. */
function isOwn(fields: Fields, name: string, value: unknown): boolean {
  // biome-ignore lint/suspicious/noProto: read a fifth faster than by the function; an own key of that name is no prototype
  return (typeof value === 'string' && fields.__proto__ === Object.prototype) || Object.hasOwn(fields, name)
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
  return Array.isArray(value) && value.length > 0 ? value : none
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return undefined
}
