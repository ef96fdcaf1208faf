import { nameOf } from '@flagstaff/contract/schema'
import { code, table } from './markdown.mts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

/** Objects in objects are listed too, but not those in them. */
const DEEPEST = 2

/** The fields of an object, or of the objects in an array; an empty text if there are none. */
export function fieldTable(schema: unknown): string {
  const rows = rowsOf(schema as Schema, '', 1)
  return rows.length === 0 ? '' : table(['Field', 'Type', 'Description'], rows)
}

export const nameOfBody = (schema: unknown): string | undefined => {
  const name = nameOf(schema)
  return name && code(name)
}

function rowsOf(schema: Schema, prefix: string, depth: number): string[][] {
  const { properties, required = [] } = objectOf(schema)
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const inner =
      field.type === 'array' || (Array.isArray(field.type) && field.items) ? `${path}[].` : `${path}.`
    return [
      [`${code(path)}${required.includes(name) ? '' : ' (optional)'}`, typeOf(field), wordsOf(field)],
      ...(depth < DEEPEST ? rowsOf(field, inner, depth + 1) : []),
    ]
  })
}

/** The object that a schema is about: itself, its items, or the parts that it puts together. */
function objectOf(schema: Schema): Schema {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  const parts = (schema.allOf ?? []).map(objectOf)
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
  return Object.keys(properties).length === 0
    ? {}
    : { properties, required: parts.flatMap((part) => part.required ?? []) }
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  const types = [schema.type ?? (schema.properties || schema.allOf ? 'object' : 'any')].flat()
  return types
    .map((type) => (type === 'array' ? `array of ${schema.items ? typeOf(schema.items) : 'any'}` : type))
    .join(' or ')
}

/** What else is known of a field. */
function wordsOf(schema: Schema): string {
  const { description, format, minimum, maximum, minLength, maxLength, maxItems } = schema
  const bounds = [
    format && `format ${code(format)}`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength !== undefined &&
      minLength > 0 &&
      (minLength === 1 ? 'not empty' : `at least ${minLength} characters`),
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems} items`,
    schema.default !== undefined && `default ${code(JSON.stringify(schema.default))}`,
  ].filter((text) => typeof text === 'string')
  const text = [description?.replaceAll('<', '&lt;'), bounds.join(', ')].filter(Boolean).join(' ')
  return text
}
