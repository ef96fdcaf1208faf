import type { Variant } from '@flagstaff/contract/common'
import type { FlagValue, ValueSchema, ValueType } from '@flagstaff/contract/values'
import { faultsOfDefinition, faultsOfPayloads } from '@flagstaff/rules/values'
import { AppError, invalid } from '../../platform/errors.ts'
import { valueFields } from './fields.ts'

export type ValueChange = {
  valueType?: ValueType
  valueSchema?: ValueSchema | null
  defaultValue?: unknown
}

/** The value after a change. Schema and default of another type do not stay. */
export function mergeValue(before: FlagValue, change: ValueChange): FlagValue {
  const valueType = change.valueType ?? before.valueType ?? 'boolean'
  const kept = valueType === (before.valueType ?? 'boolean') ? before : {}
  const valueSchema = change.valueSchema === undefined ? kept.valueSchema : (change.valueSchema ?? undefined)
  const defaultValue =
    change.defaultValue === undefined ? kept.defaultValue : (change.defaultValue ?? undefined)
  return acceptValue(valueFields({ valueType, valueSchema, defaultValue } as FlagValue))
}

function acceptValue(value: FlagValue): FlagValue {
  const [fault] = faultsOfDefinition(value)
  if (fault) {
    const [, field = ''] = fault.path.split('/')
    throw invalid(`${field}${fault.path.slice(field.length + 1)} ${fault.message}.`, fault.path)
  }
  // A boolean flag whose default is false is a flag without a type.
  return value.valueType === 'boolean' && !value.defaultValue ? {} : value
}

type Payloads = readonly Pick<Variant, 'name' | 'payload'>[]

/** Refuses variants whose payloads do not have the type of the flag. */
export function checkPayloads(value: FlagValue, variants: Payloads) {
  const [fault] = faultsOfPayloads(value, variants)
  if (fault) throw invalid(textOf(fault), `/variants/${fault.variant}/payload${fault.path}`)
}

type Fault = { variant: string; path: string; message: string }

const textOf = ({ variant, path, message }: Fault) =>
  `The payload of the variant ${variant} does not fit the flag: ${path === '' ? 'it' : path} ${message}.`

/** Where variants with payloads are stored. */
export type PlacedVariants = { environment: string; variants: Payloads }

const MOST_LISTED = 50

/** Refuses a type that stored payloads do not have, and lists them. */
export function checkStored(value: FlagValue, stored: readonly PlacedVariants[]) {
  const faults = stored.flatMap(({ environment, variants }) =>
    faultsOfPayloads(value, variants).map((fault) => ({ ...fault, environment })),
  )
  if (faults.length === 0) return
  const [first] = faults
  const reason = `Change these payloads first: ${faults.length} of them ${faults.length === 1 ? 'does' : 'do'} not fit${first ? `, such as ${first.variant} in ${first.environment}` : ''}.`
  const details = faults.slice(0, MOST_LISTED).map((fault) => ({
    message: `${fault.environment}: ${textOf(fault)}`,
    path: `/environments/${fault.environment}/variants/${fault.variant}/payload${fault.path}`,
  }))
  throw new AppError('badData', { reason }, { details })
}
