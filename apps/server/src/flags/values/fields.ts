import type { FlagValue, ValueType } from '@flagstaff/contract/values'

export type ValueColumns = { value_type: string; value_schema: unknown; default_value: unknown }

/** A flag without a type has no fields, so that clients written for Unleash get what they know. */
export function toValue({ value_type, value_schema, default_value }: ValueColumns): FlagValue {
  if (value_type === 'boolean' && default_value === null) return {}
  return {
    valueType: value_type as ValueType,
    ...(value_schema ? { valueSchema: value_schema as Record<string, unknown> } : {}),
    defaultValue: default_value,
  }
}

export const toColumns = ({ valueType = 'boolean', valueSchema, defaultValue }: FlagValue) => ({
  value_type: valueType,
  value_schema: valueSchema === undefined ? null : JSON.stringify(valueSchema),
  default_value: defaultValue === undefined ? null : JSON.stringify(defaultValue),
})

/** Without fields that are undefined, which would be different from missing ones. */
export const valueFields = ({ valueType, valueSchema, defaultValue }: FlagValue): FlagValue => ({
  ...(valueType === undefined ? {} : { valueType }),
  ...(valueSchema === undefined ? {} : { valueSchema }),
  ...(defaultValue === undefined ? {} : { defaultValue }),
})

/** All three fields, for changes: a field that is left out would stay as it is. */
export const wholeValue = ({ valueType = 'boolean', valueSchema, defaultValue }: FlagValue) => ({
  valueType,
  valueSchema: valueSchema ?? null,
  defaultValue: defaultValue ?? (valueType === 'boolean' ? false : undefined),
})
