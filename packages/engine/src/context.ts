import { readDate } from './dates.ts'
import type { Context } from './types.ts'

/** Shared: thousands of empty arrays would fill the CPU cache. */
const none: readonly never[] = []

/** The text of a context field: the top level first, then the properties. Only own keys count. */
export function readField(context: Context, name: string): string | undefined {
  if (name === 'properties') return undefined
  const value = context[name]
  if (value !== undefined && value !== null && isOwn(context, name, value)) return textOf(value)
  const properties = context.properties
  if (typeof properties !== 'object' || properties === null) return undefined
  const property = properties[name]
  return property !== undefined && isOwn(properties, name, property) ? textOf(property) : undefined
}

/** Built-in strategies and the default stickiness read the top level only. */
export function readTopField(context: Context, name: string): string | undefined {
  const value = context[name]
  return value !== undefined && isOwn(context, name, value) ? textOf(value) : undefined
}

type Fields = { readonly [name: string]: unknown }

/** `Object.hasOwn` costs more than reading the value; a string on a plain object is always an own property. */
function isOwn(fields: Fields, name: string, value: unknown): boolean {
  // biome-ignore lint/suspicious/noProto: 20 % faster than Object.getPrototypeOf; an own key is never Object.prototype
  return (typeof value === 'string' && fields.__proto__ === Object.prototype) || Object.hasOwn(fields, name)
}

/** The text of a scalar. Other values count as missing: their text would depend on their methods. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : scalarText(value)
}

/** Milliseconds since 1970; undefined if the context has an invalid time. */
export function readCurrentTime(context: Context, now: number): number | undefined {
  const time = Object.hasOwn(context, 'currentTime') ? context.currentTime : undefined
  if (time === undefined || time === null || time === '') return now
  if (typeof time === 'string') return readDate(time)
  const date = time instanceof Date || typeof time === 'number' ? new Date(time).getTime() : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

/** Wire data may be written by hand: a value that is not a list is treated as empty. */
export function listOf<T>(value: readonly T[] | null | undefined): readonly T[] {
  return Array.isArray(value) && value.length > 0 ? value : none
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return undefined
}
