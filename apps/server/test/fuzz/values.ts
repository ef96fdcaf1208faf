import { type Document, resolve, type Schema } from './document.ts'
import type { Random } from './random.ts'
import { hostileNumbers, hostileTexts, type Words } from './words.ts'

const DEEPEST = 6
const JSON_TYPES = ['object', 'array', 'string', 'integer', 'boolean', 'null']

export type Maker = {
  /** A value that matches the schema, as far as possible without knowing what is stored. */
  fitting(schema: Schema, field: string, depth?: number): unknown
  /** The same value with one or more places that do not match. */
  bent(value: unknown, isHostile: boolean): unknown
  hostile(): unknown
}

export function createMaker(random: Random, document: Document, wordsFor: Words): Maker {
  const text = (schema: Schema, field: string): string => {
    const words = wordsFor(field)
    const { minLength = 0, maxLength = 5_000, pattern, format } = schema
    if (format === 'date-time') return '2026-05-05T12:00:00Z'
    if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
    const fits = (word: string) =>
      word.length >= minLength &&
      word.length <= maxLength &&
      (!pattern || new RegExp(pattern, 'u').test(word))
    const fitting = words.filter(fits)
    if (fitting.length > 0) return random.pick(fitting)
    const others = ['a', '1', 'fuzz', '#a1b2c3', '50', 'x'.repeat(Math.min(minLength, 1_000))]
    return others.find(fits) ?? random.pick(words)
  }
  const number = ({ minimum = 0, maximum = 100, type }: Schema): number => {
    const middle = minimum + random.below(Math.max(1, Math.min(maximum - minimum, 50)))
    const value = random.pick([minimum, maximum, middle, middle])
    return type === 'integer' ? Math.trunc(value) : value
  }
  const object = (schema: Schema, depth: number): Record<string, unknown> => {
    const { properties = {}, required = [], additionalProperties } = schema
    const made: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(properties))
      if (required.includes(name) || (depth < DEEPEST && random.once(2)))
        made[name] = fitting(property, name, depth + 1)
    if (typeof additionalProperties === 'object' && random.once(2))
      for (const name of ['fuzz', 'plan']) made[name] = fitting(additionalProperties, name, depth + 1)
    return made
  }
  const list = ({ items = {}, minItems = 0, maxItems = 3 }: Schema, field: string, depth: number) => {
    const length = Math.max(minItems, random.below(Math.min(maxItems, 3) + 1))
    return Array.from({ length: depth > DEEPEST ? minItems : length }, () => fitting(items, field, depth + 1))
  }
  const fitting = (given: Schema, field: string, depth = 0): unknown => {
    const schema = resolve(given, document)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fitting(random.pick(choices), field, depth)
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => fitting(part, field, depth) as object))
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
    switch (type) {
      case 'object':
        return object(schema, depth)
      case 'array':
        return list(schema, field, depth)
      case 'integer':
      case 'number': {
        const words = wordsFor(field).filter((word) => /^\d+$/.test(word))
        return words.length > 0 && random.once(2) ? Number(random.pick(words)) : number({ ...schema, type })
      }
      case 'boolean':
        return random.once(2)
      case 'null':
        return null
      case 'string':
        return text(schema, field)
      default:
        return depth > 2 ? 'fuzz' : fitting({ type: random.pick(JSON_TYPES) }, field, depth + 1)
    }
  }
  const hostile = (): unknown =>
    random.pick<() => unknown>([
      () => random.pick(hostileTexts),
      () => random.pick(hostileTexts),
      () => random.pick(hostileNumbers),
      () => random.pick([null, true, [], {}, [[]], [null], { a: 1 }]),
      () => 'y'.repeat(60_000),
      () => Array.from({ length: 3_000 }, (_, n) => n),
      () => nested(200),
    ])()
  const bent = (value: unknown, isHostile: boolean): unknown => {
    const copy = structuredClone({ value })
    for (let times = 1 + random.below(2); times > 0; times--) bendOnce(copy, isHostile)
    return copy.value
  }
  /** Descends to a random place and changes it. */
  const bendOnce = (holder: Record<string, unknown>, isHostile: boolean) => {
    let at: Record<string, unknown> = holder
    let key = 'value'
    for (;;) {
      const inner = at[key]
      if (typeof inner !== 'object' || inner === null || random.once(5)) break
      const keys = Object.keys(inner)
      if (keys.length === 0) break
      at = inner as Record<string, unknown>
      key = random.pick(keys)
    }
    if (isHostile) at[key] = hostile()
    else nearMiss(at, key)
  }
  const nearMiss = (at: Record<string, unknown>, key: string) => {
    const value = at[key]
    const isNumber = typeof value === 'number'
    const others = [
      null,
      '',
      [value, value],
      { [key]: value },
      isNumber ? String(value) : 12,
      isNumber ? value * -1 - 1 : `${String(value).slice(0, 50)}!`,
    ]
    const way = random.below(others.length + 2)
    if (way === others.length) delete at[key]
    else if (way > others.length) at[`${key}Extra`] = value
    else at[key] = others[way]
  }
  return { fitting, bent, hostile }
}

export function nested(depth: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}
