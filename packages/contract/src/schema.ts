import Type, { type Static, type TSchema } from 'typebox'

/** For objects that carry exactly the listed fields. */
export const closed = { additionalProperties: false } as const

/**
 * One `type: [T, 'null']` keyword. A union would become `anyOf`, and with type coercion on, `null` would then be
 * turned into an empty string before anyone saw it.
 */
export const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

const names = new Map<string, string>()

/** Gives a schema its wire name, under which the OpenAPI document lists it once. */
export function named<T extends TSchema>(name: string, schema: T): T {
  names.set(JSON.stringify(schema), name)
  return schema
}

export const nameOf = (schema: unknown): string | undefined => names.get(JSON.stringify(schema))

/** For answers without a body. */
export const Nothing = Type.Unsafe<undefined>({ type: 'null' })

/** The number of a row, within what the database can hold: anything else is refused before it gets there. */
export const RowId = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })
