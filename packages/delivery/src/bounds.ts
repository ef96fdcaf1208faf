type Schema = Record<string, unknown>

const within: Record<string, { minimum: number; maximum: number }> = {
  integer: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  number: { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
}

/**
 * Adds bounds to every number in a schema that has none: code that runs later cannot handle infinity, or integers that
 * are written with an exponent.
 */
export function withBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const { type } = schema as Schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, boundedPart(key, part)]))
  const [bounds] = [type].flat().flatMap((one) => within[String(one)] ?? [])
  return { ...bounds, ...inner }
}

const values = new Set(['enum', 'const', 'default', 'examples'])
/** Keywords whose keys are names, not keywords. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions'])

function boundedPart(keyword: string, part: unknown): unknown {
  if (values.has(keyword)) return part
  if (!maps.has(keyword)) return withBounds(part)
  return Object.fromEntries(Object.entries(part as Schema).map(([name, inner]) => [name, withBounds(inner)]))
}
