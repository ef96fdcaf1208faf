/** A string literal in single quotes. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`

/** A value as source code. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, one]) => `${fieldName(name)}: ${literal(one)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const fieldName = (name: string) => {
  if (name === '__proto__') return "['__proto__']"
  return propertyName(name)
}

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

type Schema = Readonly<Record<string, unknown>>
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript type of a JSON Schema. */
export function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return 'unknown'
  if (Array.isArray(schema.enum)) return union(schema.enum)
  if (schema.type === 'array') return `readonly ${wrapped(typeOf(schema.items))}[]`
  if (schema.type === 'object') return objectType(schema)
  return simple[String(schema.type)] ?? 'unknown'
}

export const union = (values: readonly unknown[]) => [...new Set(values.map(literal))].join(' | ')

const wrapped = (type: string) => (/[ |]/.test(type) && !type.startsWith('{') ? `(${type})` : type)

function objectType({ properties, required }: Schema): string {
  const names = isSchema(properties) ? Object.entries(properties) : []
  if (names.length === 0) return '{ readonly [name: string]: unknown }'
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = names.map(
    ([name, one]) => `readonly ${propertyName(name)}${needed.has(name) ? '' : '?'}: ${typeOf(one)}`,
  )
  return `{ ${fields.join('; ')} }`
}
