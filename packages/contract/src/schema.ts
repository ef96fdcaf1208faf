import Type, { type Static, type TSchema } from 'typebox'

/** For objects that have exactly the listed fields. */
export const closed = { additionalProperties: false } as const

/**
 * One `type: [T, 'null']` keyword. A union would become `anyOf`, and type coercion would convert `null` to an empty
 * string.
 */
export const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })

const names = new Map<string, string>()

/** Gives a schema its wire name, so that the OpenAPI document lists it once. */
export function named<T extends TSchema>(name: string, schema: T): T {
  names.set(JSON.stringify(schema), name)
  return schema
}

export const nameOf = (schema: unknown): string | undefined => names.get(JSON.stringify(schema))

/** For responses without a body. */
export const Nothing = Type.Unsafe<undefined>({ type: 'null' })

/** A row id within the range of the database column: others are rejected by validation. */
export const RowId = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })
