import { readableFields } from './event-fields.ts'

/** A field of an event's data that was added, removed or changed. */
export type Change = { path: string; before?: unknown; after?: unknown }

export type Data = Readonly<Record<string, unknown>> | null | undefined

/** Fields that are not useful to readers. */
const noise = new Set(['objectVersion', 'createdBy', 'createdAt', 'updatedAt', 'featureName', 'imageUrl'])

/** Lists are compared as a whole, since their order matters. */
export function flatten(data: Data, prefix = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [key, value] of Object.entries(prefix === '' ? readableFields(data ?? {}) : (data ?? {}))) {
    if (prefix === '' && noise.has(key)) continue
    const path = prefix + key
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, deep] of flatten(value as Data, `${path}.`)) fields.set(inner, deep)
    } else fields.set(path, value)
  }
  return fields
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Missing and empty values are equal. */
export function changesOf(before: Data, after: Data): Change[] {
  const was = flatten(before)
  const is = flatten(after)
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((change) => !(isEmpty(change.before) && isEmpty(change.after)))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
