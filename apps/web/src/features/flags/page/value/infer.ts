type Schema = Record<string, unknown>

/** A schema that all samples fit: properties that all of them have are required. */
export function inferSchema(samples: readonly unknown[]): Schema {
  const types = new Set(samples.map(typeOf))
  const [type = 'object'] = types
  if (types.size > 1) return isNumeric(types) ? { type: 'number' } : { enum: scalars(samples) }
  if (type === 'array') return { type, items: itemsOf(samples.flatMap((one) => one as unknown[])) }
  return type === 'object' ? objectSchema(samples as Schema[]) : { type }
}

const isNumeric = (types: ReadonlySet<string>) =>
  [...types].every((type) => type === 'integer' || type === 'number')

const scalars = (samples: readonly unknown[]) => [
  ...new Set(samples.map((one) => (typeof one === 'object' ? null : one))),
]

const itemsOf = (items: readonly unknown[]): Schema =>
  items.length === 0 ? { type: 'string' } : inferSchema(items)

function objectSchema(samples: readonly Schema[]): Schema {
  const names = [...new Set(samples.flatMap((one) => Object.keys(one)))]
  const required = names.filter((name) => samples.every((one) => Object.hasOwn(one, name)))
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      inferSchema(samples.filter((one) => Object.hasOwn(one, name)).map((one) => one[name])),
    ]),
  )
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isSafeInteger(value) ? 'integer' : typeof value
}
