import { type Document, resolve, type Schema } from '../fuzz/document.ts'

/** Long lists and maps of short items, or few long texts. */
export const shapes = ['many', 'long'] as const
type Shape = (typeof shapes)[number]
type Making = { document: Document; shape: Shape; counter: { next: number } }

const DEEPEST = 8

/** One body per property that can grow and per shape: it takes all the bytes, everything else is as small as allowed. */
export function* largestBodies(body: Schema, document: Document, bytes: number): Generator<unknown> {
  for (const shape of shapes) {
    const making = { document, shape, counter: { next: 1 } }
    const schema = chosen(body, making)
    const { properties = {}, required = [] } = schema
    const names = Object.keys(properties)
    if (names.length === 0) yield grown(schema, making, bytes)
    for (const name of names) {
      const rest = names.filter((one) => one !== name && required.includes(one))
      yield {
        ...Object.fromEntries(rest.map((one) => [one, grown(properties[one] ?? {}, making, 0)])),
        [name]: grown(properties[name] ?? {}, making, bytes),
      }
    }
  }
}

function chosen(schema: Schema, { document }: Making): Schema {
  const found = resolve(schema, document)
  const options = found.anyOf ?? found.oneOf
  if (!options) return found
  const resolved = options.map((one) => resolve(one, document))
  return resolved.find(({ type }) => type === 'array') ?? resolved[0] ?? {}
}

function grown(given: Schema, making: Making, bytes: number, depth = 0): unknown {
  const schema = chosen(given, making)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [type] = [schema.type].flat()
  if (type === 'string') return text(schema, making, bytes)
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return list(schema, making, bytes, depth)
  return object(schema, making, bytes, depth)
}

function text(schema: Schema, making: Making, bytes: number) {
  const { format, pattern, minLength = 1, maxLength = bytes } = schema
  if (format === 'date-time') return '2030-01-01T00:00:00Z'
  if (format === 'email') return `a${making.counter.next++}@example.com`
  const short = `a${making.counter.next++}`.padEnd(minLength, 'a').slice(0, Math.max(maxLength, minLength))
  if (making.shape === 'many' || pattern !== undefined) return short
  return 'a'.repeat(Math.max(short.length, Math.min(bytes, maxLength)))
}

function list(
  { items = {}, minItems = 0, maxItems = 1_000_000 }: Schema,
  making: Making,
  bytes: number,
  depth: number,
) {
  if (depth > DEEPEST) return []
  const made: unknown[] = []
  let left = bytes
  const most = making.shape === 'many' ? maxItems : Math.max(1, minItems)
  while (made.length < minItems || (left > 0 && made.length < most)) {
    const item = grown(items, making, making.shape === 'many' ? 0 : bytes, depth + 1)
    made.push(item)
    left -= JSON.stringify(item).length + 1
  }
  return made
}

function object(schema: Schema, making: Making, bytes: number, depth: number) {
  const { properties = {}, required = [], additionalProperties } = schema
  if (depth > DEEPEST) return {}
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties))
    if (required.includes(name)) made[name] = grown(property, making, 0, depth + 1)
  const isMap = Object.keys(properties).length === 0 && additionalProperties !== false
  const value = typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' }
  let left = isMap ? bytes : 0
  while (left > 0) {
    const name = `field-${making.counter.next++}`
    made[name] = grown(value, making, making.shape === 'many' ? 0 : bytes, depth + 1)
    left -= JSON.stringify(made[name]).length + name.length + 4
  }
  return made
}
