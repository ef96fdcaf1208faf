import Type, { type Static } from 'typebox'
import { Nullable, named } from './schema.ts'
import { valueTypes } from './value-types.ts'

export const ValueType = Type.Enum([...valueTypes])
export type ValueType = Static<typeof ValueType>

/** A subset of JSON Schema, without references and regular expressions. */
export const ValueSchema = named(
  'flagValueSchema',
  Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The JSON Schema of object values: type, properties, required, additionalProperties, items, enum, minimum, maximum, minLength, maxLength, minItems, maxItems, title and description. At most 16,000 characters and 8 levels.',
  }),
)
export type ValueSchema = Static<typeof ValueSchema>

const DefaultValue = Type.Unknown({
  description:
    'The value in generated code, used when the flag is off or the server cannot be reached. Required unless the type is boolean.',
})

/** The value of a flag as it is sent to us. Leaving a field out keeps it. */
export const writtenValue = {
  valueType: Type.Optional(ValueType),
  valueSchema: Type.Optional(Nullable(ValueSchema)),
  defaultValue: Type.Optional(DefaultValue),
}

/** Missing for flags without a type, which are boolean. */
export const storedValue = {
  valueType: Type.Optional(ValueType),
  valueSchema: Type.Optional(ValueSchema),
  defaultValue: Type.Optional(DefaultValue),
}

export type FlagValue = {
  valueType?: ValueType
  valueSchema?: ValueSchema
  defaultValue?: unknown
}
