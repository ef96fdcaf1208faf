import type { Variant } from '@flagstaff/contract/common'
import type { FlagValue, ValueType } from '@flagstaff/contract/values'
import {
  faultsAgainst,
  faultsOfSchema,
  isDeeperThan,
  isObject,
  MOST_CHARACTERS,
  type ValueFault,
} from './value-schema.ts'

type Payload = NonNullable<Variant['payload']>
type Typed = Pick<FlagValue, 'valueType' | 'valueSchema'>

/** How SDKs receive a value of the type; `string` values can also be `csv`. */
const payloadTypes: Record<Exclude<ValueType, 'boolean'>, readonly Payload['type'][]> = {
  string: ['string', 'csv'],
  integer: ['number'],
  float: ['number'],
  object: ['json'],
}

export const payloadTypesOf = (type: ValueType | undefined): readonly Payload['type'][] | undefined =>
  type === undefined || type === 'boolean' ? undefined : payloadTypes[type]

/** The faults of a variant's payload. Flags without a type, and variants without a payload, have none. */
export function faultsOfPayload(typed: Typed, payload: Payload | undefined): ValueFault[] {
  const { valueType } = typed
  const allowed = payloadTypesOf(valueType)
  if (!allowed || !payload || valueType === undefined) return []
  if (!allowed.includes(payload.type))
    return [{ path: '', message: `must be of the type ${allowed.join(' or ')}, but is ${payload.type}` }]
  return faultsOfValue(typed, readPayload(payload))
}

/** As in JSON, which is how other languages read it. */
const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** The value that applications get; undefined if the payload cannot be read. */
export function readPayload({ type, value }: Payload): unknown {
  if (type === 'number') return isNumber.test(value) ? Number(value) : undefined
  if (type !== 'json') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** The value as the payload of a variant. */
export const payloadOf = (type: ValueType, value: unknown): Payload => ({
  type: payloadTypesOf(type)?.[0] ?? 'string',
  value: typeof value === 'string' ? value : JSON.stringify(value),
})

const words: Record<ValueType, string> = {
  boolean: 'true or false',
  string: 'text',
  integer: 'a whole number',
  float: 'a number',
  object: 'an object',
}

function isOf(type: ValueType, value: unknown): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return type === 'float' ? Number.isFinite(value) : typeof value === type
}

export function faultsOfValue({ valueType = 'boolean', valueSchema }: Typed, value: unknown): ValueFault[] {
  if (!isOf(valueType, value)) return [{ path: '', message: `must be ${words[valueType]}` }]
  return valueSchema ? faultsAgainst(value, valueSchema) : []
}

/** The faults of a flag's type, schema and default value; `path` starts with the name of the field. */
export function faultsOfDefinition(value: FlagValue): ValueFault[] {
  const { valueType = 'boolean', valueSchema, defaultValue } = value
  if (valueSchema !== undefined && valueType !== 'object')
    return [{ path: '/valueSchema', message: 'is only for object flags' }]
  const schemaFaults = valueSchema ? faultsOfSchema(valueSchema) : []
  if (schemaFaults.length > 0) return within('/valueSchema', schemaFaults)
  if (defaultValue === undefined)
    return valueType === 'boolean'
      ? []
      : [{ path: '/defaultValue', message: `is missing: ${words[valueType]}` }]
  if (isDeeperThan(defaultValue, 20) || JSON.stringify(defaultValue).length > MOST_CHARACTERS)
    return [{ path: '/defaultValue', message: `must not be longer than ${MOST_CHARACTERS} characters` }]
  return within('/defaultValue', faultsOfValue(value, defaultValue))
}

const within = (field: string, faults: readonly ValueFault[]): ValueFault[] =>
  faults.map(({ path, message }) => ({ path: `${field}${path}`, message }))

export type VariantValueFault = ValueFault & { variant: string }

export const faultsOfPayloads = (
  typed: Typed,
  variants: readonly Pick<Variant, 'name' | 'payload'>[],
): VariantValueFault[] =>
  variants.flatMap(({ name, payload }) =>
    faultsOfPayload(typed, payload).map((fault) => ({ ...fault, variant: name })),
  )
