import type { Context } from '@flagstaff/engine'
import { topLevel } from './modes.ts'

/** The values of many contexts, one list per field: it is smaller than a list of objects, and faster to read. */
export type Columns = Record<string, (string | null)[]>

export type StoredContext = ReadonlyMap<string, string>

export function toColumns(contexts: readonly StoredContext[]): Columns {
  const names = new Set(contexts.flatMap((context) => [...context.keys()]))
  return Object.fromEntries(
    [...names].map((name) => [name, contexts.map((context) => context.get(name) ?? null)]),
  )
}

/** The rows from one position to another. */
export const slice = (columns: Columns, from: number, to?: number): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.slice(from, to)]))

/** Appends rows; a field that one of both does not have is missing in its rows. */
export function append(
  before: { count: number; fields: Columns },
  added: { count: number; fields: Columns },
): Columns {
  const none = (count: number) => new Array<null>(count).fill(null)
  const names = new Set([...Object.keys(before.fields), ...Object.keys(added.fields)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      [...(before.fields[name] ?? none(before.count)), ...(added.fields[name] ?? none(added.count))],
    ]),
  )
}

type Batch = { app: string; environment: string; count: number; fields: Columns }

/** The contexts of a batch in the form that the engine evaluates, oldest first. */
export function toContexts({ app, environment, count, fields }: Batch): Context[] {
  const top = Object.entries(fields).filter(([name]) => topLevel.has(name))
  const inner = Object.entries(fields).filter(([name]) => !topLevel.has(name))
  const contexts: Context[] = []
  for (let index = 0; index < count; index++) {
    const properties: Record<string, string> = {}
    for (const [name, values] of inner) put(properties, name, values[index])
    const context: Record<string, unknown> = { appName: app, environment, properties }
    for (const [name, values] of top) put(context, name, values[index])
    contexts.push(context)
  }
  return contexts
}

function put(target: Record<string, unknown>, name: string, value: string | null | undefined) {
  if (value !== null && value !== undefined) target[name] = value
}
