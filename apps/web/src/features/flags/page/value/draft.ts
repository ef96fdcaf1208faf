import type { Feature, UpdateFeature } from '@flagstaff/contract/flags'
import type { FlagValue, ValueType } from '@flagstaff/contract/values'
import type { ValueFault } from '@flagstaff/rules/value-schema'
import { faultsOfDefinition, faultsOfPayload } from '@flagstaff/rules/values'

/** A flag's value as text fields. */
export type ValueDraft = { valueType: ValueType; defaultText: string; schemaText: string }

export const draftOf = ({ valueType = 'boolean', valueSchema, defaultValue }: FlagValue): ValueDraft => ({
  valueType,
  defaultText: textOf(valueType, defaultValue),
  schemaText: valueSchema ? JSON.stringify(valueSchema, null, 2) : '',
})

const textOf = (type: ValueType, value: unknown) => {
  if (type === 'boolean') return String(value ?? false)
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** What a new default of the type starts with. */
export const emptyText: Readonly<Record<ValueType, string>> = {
  boolean: 'false',
  string: '',
  integer: '0',
  float: '0',
  object: '{}',
}

/** Not a value: the text is not JSON. */
const unreadable = Symbol('unreadable')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

export type ReadValue = { value: FlagValue; faults: ValueFault[] }

/** The value, and what is wrong with it. A field that cannot be read is left out. */
export function readDraft({ valueType, defaultText, schemaText }: ValueDraft): ReadValue {
  const given = valueType === 'string' ? defaultText : parse(defaultText)
  const schema = valueType === 'object' && schemaText.trim() !== '' ? parse(schemaText) : undefined
  const broken = [
    ...(given === unreadable ? [{ path: '/defaultValue', message: brokenText(valueType) }] : []),
    ...(schema === unreadable ? [{ path: '/valueSchema', message: 'is not valid JSON' }] : []),
  ]
  const value = {
    valueType,
    ...(given === unreadable ? {} : { defaultValue: given }),
    ...(schema === undefined || schema === unreadable
      ? {}
      : { valueSchema: schema as FlagValue['valueSchema'] }),
  } as FlagValue
  return { value, faults: broken.length > 0 ? broken : faultsOfDefinition(value) }
}

const brokenText = (type: ValueType) => (type === 'object' ? 'is not valid JSON' : 'must be a number')

export const faultOf = (faults: readonly ValueFault[], field: 'defaultValue' | 'valueSchema') => {
  const found = faults.find(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`))
  return found && { path: found.path.slice(field.length + 1), message: found.message }
}

/** All fields: one that is left out would stay as it is. */
export const changeOf = ({ valueType = 'boolean', valueSchema, defaultValue }: FlagValue): UpdateFeature => ({
  valueType,
  valueSchema: valueSchema ?? null,
  defaultValue,
})

export type CheckedVariant = {
  name: string
  payload: string | undefined
  environments: string[]
  fault: ValueFault | undefined
}

/** Every variant of the flag with its payload, once, with the environments that have it. */
export function checkVariants(value: FlagValue, { environments = [] }: Feature): CheckedVariant[] {
  const found = new Map<string, CheckedVariant>()
  for (const { name: environment, variants = [], strategies = [] } of environments) {
    for (const { name, payload } of [...variants, ...strategies.flatMap((rule) => rule.variants ?? [])]) {
      const key = JSON.stringify([name, payload])
      const [fault] = faultsOfPayload(value, payload)
      const known = found.get(key) ?? { name, payload: payload?.value, environments: [], fault }
      if (!known.environments.includes(environment)) known.environments.push(environment)
      found.set(key, known)
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The objects that the flag has now: its default, and the payloads of its variants. */
export const samplesOf = (value: FlagValue, flag: Feature): unknown[] =>
  [value.defaultValue, ...checkVariants({}, flag).map(({ payload }) => parse(payload ?? ''))].filter(
    (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
