/** A fault in a schema or a value. `path` is a JSON Pointer, empty for the whole. */
export type ValueFault = { path: string; message: string }

export const MOST_CHARACTERS = 16_000
export const MOST_LEVELS = 8
const MOST_FAULTS = 20
const MOST_ALTERNATIVES = 100

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown, path: string) => ValueFault[]

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fault = (path: string, message: string): ValueFault[] => [{ path, message }]
const below = (path: string, key: string | number) =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

const text: Check = (value, path) => (typeof value === 'string' ? [] : fault(path, 'must be text'))
const count: Check = (value, path) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? [] : fault(path, 'must be a whole number of at least 0')
const number: Check = (value, path) => (Number.isFinite(value) ? [] : fault(path, 'must be a number'))
const names: Check = (value, path) =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string') &&
  new Set(value).size === value.length
    ? []
    : fault(path, 'must be a list of different names')
const flag: Check = (value, path) => (typeof value === 'boolean' ? [] : fault(path, 'must be true or false'))
const alternatives: Check = (value, path) =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_ALTERNATIVES && value.every(isScalar)
    ? []
    : fault(path, `must be a list of 1 to ${MOST_ALTERNATIVES} texts, numbers, true, false or null`)
const typeName: Check = (value, path) =>
  typeof value === 'string' && types.includes(value) ? [] : fault(path, `must be one of ${types.join(', ')}`)

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const keywords = new Map<string, Check>([
  ['$schema', text],
  ['title', text],
  ['description', text],
  ['type', typeName],
  ['enum', alternatives],
  ['required', names],
  ['additionalProperties', flag],
  ['minimum', number],
  ['maximum', number],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
])

/** The faults of a schema for objects. Only a subset is allowed, so that checking a value is always fast. */
export function faultsOfSchema(schema: unknown): ValueFault[] {
  if (isDeeperThan(schema, 2 * MOST_LEVELS + 2))
    return fault('', `must not have more than ${MOST_LEVELS} levels`)
  if (JSON.stringify(schema).length > MOST_CHARACTERS)
    return fault('', `must not be longer than ${MOST_CHARACTERS} characters`)
  if (!isObject(schema) || schema.type !== 'object') return fault('/type', 'must be object')
  return levelFaults(schema, '', 1).slice(0, MOST_FAULTS)
}

function levelFaults(schema: unknown, path: string, level: number): ValueFault[] {
  if (!isObject(schema)) return fault(path, 'must be a schema')
  if (level > MOST_LEVELS) return fault(path, `must not have more than ${MOST_LEVELS} levels`)
  if (schema.type === undefined && schema.enum === undefined) return fault(path, 'needs a type or an enum')
  return Object.entries(schema).flatMap(([key, value]) => {
    const place = below(path, key)
    if (key === 'items') return levelFaults(value, place, level + 1)
    if (key === 'properties')
      return isObject(value)
        ? Object.entries(value).flatMap(([name, one]) => levelFaults(one, below(place, name), level + 1))
        : fault(place, 'must be an object')
    const check = keywords.get(key)
    return check ? check(value, place) : fault(place, 'is not supported')
  })
}

/** Does not recurse, so that no value can exhaust the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value]
  for (let level = 0; layer.length > 0; level++) {
    if (level > levels) return true
    layer = layer.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/**
 * The faults of a value; it is visited only as deep as its schema, which is bounded. The walk ends with the last fault
 * that is reported: a large value can have millions.
 */
export function faultsAgainst(value: unknown, schema: Fields): ValueFault[] {
  const faults: ValueFault[] = []
  for (const one of valueFaults(value, schema, '')) {
    faults.push(one)
    if (faults.length === MOST_FAULTS) break
  }
  return faults
}

function* valueFaults(value: unknown, schema: Fields, path: string): Generator<ValueFault> {
  const { type } = schema
  if (typeof type === 'string' && !fits(value, type))
    return yield { path, message: `must be ${article(type)}` }
  const options = schema.enum
  if (Array.isArray(options) && !options.includes(value))
    return yield { path, message: `must be one of ${listed(options)}` }
  if (typeof value === 'string') yield* sizeFaults(value.length, schema, path, ['Length', 'characters'])
  else if (typeof value === 'number') yield* rangeFaults(value, schema, path)
  else if (Array.isArray(value)) yield* itemFaults(value, schema, path)
  else if (isObject(value)) yield* propertyFaults(value, schema, path)
}

const MOST_LISTED = 10
const listed = (options: readonly unknown[]) =>
  [
    ...options.slice(0, MOST_LISTED).map((one) => JSON.stringify(one)),
    ...(options.length > MOST_LISTED ? ['…'] : []),
  ].join(', ')

const article = (type: string) =>
  ({ object: 'an object', array: 'a list', string: 'text', integer: 'a whole number', number: 'a number' })[
    type
  ] ?? (type === 'boolean' ? 'true or false' : type)

function fits(value: unknown, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isSafeInteger(value)
  return type === 'number' ? Number.isFinite(value) : typeof value === type
}

function rangeFaults(value: number, { minimum, maximum }: Fields, path: string): ValueFault[] {
  if (typeof minimum === 'number' && value < minimum) return fault(path, `must be at least ${minimum}`)
  if (typeof maximum === 'number' && value > maximum) return fault(path, `must be at most ${maximum}`)
  return []
}

function sizeFaults(size: number, schema: Fields, path: string, [key, unit]: [string, string]): ValueFault[] {
  const [least, most] = [schema[`min${key}`], schema[`max${key}`]]
  if (typeof least === 'number' && size < least) return fault(path, `must have at least ${least} ${unit}`)
  if (typeof most === 'number' && size > most) return fault(path, `must have at most ${most} ${unit}`)
  return []
}

function* itemFaults(list: readonly unknown[], schema: Fields, path: string): Generator<ValueFault> {
  const { items } = schema
  yield* sizeFaults(list.length, schema, path, ['Items', 'items'])
  if (isObject(items))
    for (const [index, one] of list.entries()) yield* valueFaults(one, items, below(path, index))
}

function* propertyFaults(value: Fields, schema: Fields, path: string): Generator<ValueFault> {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  for (const name of required)
    if (!Object.hasOwn(value, String(name))) yield { path: below(path, String(name)), message: 'is missing' }
  for (const [name, one] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (isObject(inner)) yield* valueFaults(one, inner, below(path, name))
    else if (schema.additionalProperties === false)
      yield { path: below(path, name), message: 'is not in the schema' }
  }
}
