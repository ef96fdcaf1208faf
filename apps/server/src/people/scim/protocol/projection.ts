import { withoutSchema } from './filter.ts'

type Resource = Record<string, unknown>
export type Projection = { attributes?: string | undefined; excludedAttributes?: string | undefined }

const always = new Set(['schemas', 'id'])

/** Keeps only the requested attributes, or all but the excluded ones. */
export function project(resource: Resource, { attributes, excludedAttributes }: Projection): Resource {
  if (attributes) return pick(resource, namesIn(attributes), '')
  return excludedAttributes ? omit(resource, namesIn(excludedAttributes), '') : resource
}

/** Whether an attribute will be in the response; otherwise it need not be read. */
export const isWanted = (name: string, { attributes, excludedAttributes }: Projection): boolean =>
  attributes
    ? namesIn(attributes).some((one) => one === name || one.startsWith(`${name}.`))
    : !namesIn(excludedAttributes ?? '').includes(name)

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => withoutSchema(name.trim()).toLowerCase())
    .filter((name) => name !== '')

function pick(resource: Resource, names: readonly string[], prefix: string): Resource {
  const kept = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const path = prefix + key.toLowerCase()
    if (names.includes(path) || always.has(path)) return [[key, value]]
    if (!names.some((name) => name.startsWith(`${path}.`))) return []
    return [[key, inside(value, (inner) => pick(inner, names, `${path}.`))]]
  })
  return Object.fromEntries(kept)
}

function omit(resource: Resource, names: readonly string[], prefix: string): Resource {
  const kept = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const path = prefix + key.toLowerCase()
    if (names.includes(path) && !always.has(path)) return []
    return [[key, inside(value, (inner) => omit(inner, names, `${path}.`))]]
  })
  return Object.fromEntries(kept)
}

function inside(value: unknown, change: (inner: Resource) => Resource): unknown {
  if (Array.isArray(value)) return value.map((one) => inside(one, change))
  return typeof value === 'object' && value !== null ? change(value as Resource) : value
}
