import { expect, test } from 'vitest'
import { faultsOfSchema, isDeeperThan, MOST_CHARACTERS, MOST_LEVELS } from './value-schema.ts'
import {
  faultsOfDefinition,
  faultsOfPayload,
  faultsOfPayloads,
  faultsOfValue,
  payloadOf,
  readPayload,
} from './values.ts'

const schema = {
  type: 'object',
  required: ['slots'],
  additionalProperties: false,
  properties: {
    slots: { type: 'integer', minimum: 1, maximum: 12 },
    title: { type: 'string', minLength: 2, maxLength: 4 },
    carriers: { type: 'array', maxItems: 2, minItems: 1, items: { enum: ['posten', 'bring', 7] } },
    'a/b~c': { type: 'boolean' },
    inner: { type: 'object', properties: { rate: { type: 'number' }, none: { type: 'null' } } },
  },
}
const object = { valueType: 'object', valueSchema: schema } as const
const json = (value: unknown) => ({ type: 'json' as const, value: JSON.stringify(value) })
const faults = (value: unknown) =>
  faultsOfPayload(object, json(value)).map(({ path, message }) => `${path} ${message}`)

test.each<[string, unknown, string[]]>([
  ['all of it fits', { slots: 4, title: 'ab', carriers: ['bring', 7], inner: { rate: 0.5, none: null } }, []],
  ['a required property is missing', {}, ['/slots is missing']],
  ['a number is too high', { slots: 24 }, ['/slots must be at most 12']],
  ['a number is too low', { slots: 0 }, ['/slots must be at least 1']],
  ['a fraction is not a whole number', { slots: 1.5 }, ['/slots must be a whole number']],
  ['text instead of a number', { slots: '4' }, ['/slots must be a whole number']],
  ['text is too short', { slots: 1, title: 'a' }, ['/title must have at least 2 characters']],
  ['text is too long', { slots: 1, title: 'abcde' }, ['/title must have at most 4 characters']],
  ['a list is too long', { slots: 1, carriers: [7, 7, 7] }, ['/carriers must have at most 2 items']],
  ['a list is too short', { slots: 1, carriers: [] }, ['/carriers must have at least 1 items']],
  [
    'an item is not in the list',
    { slots: 1, carriers: ['bring', 'dhl'] },
    ['/carriers/1 must be one of "posten", "bring", 7'],
  ],
  ['an unknown property', { slots: 1, extra: 1 }, ['/extra is not in the schema']],
  ['an inherited name is unknown', { slots: 1, toString: 1 }, ['/toString is not in the schema']],
  ['names are escaped', { slots: 1, 'a/b~c': 'yes' }, ['/a~1b~0c must be true or false']],
  [
    'deep values',
    { slots: 1, inner: { rate: true, none: 0 } },
    ['/inner/rate must be a number', '/inner/none must be null'],
  ],
  ['a list is not an object', [], [' must be an object']],
  ['null is not an object', null, [' must be an object']],
])('payloads of an object flag: %s', (_what, value, expected) => {
  expect(faults(value)).toEqual(expected)
})

test.each([
  ['string', { type: 'string', value: 'x' }, 0],
  ['string', { type: 'csv', value: 'a,b' }, 0],
  ['string', { type: 'json', value: '{}' }, 1],
  ['integer', { type: 'number', value: '42' }, 0],
  ['integer', { type: 'number', value: '4.5' }, 1],
  ['integer', { type: 'number', value: '9007199254740993' }, 1],
  ['integer', { type: 'string', value: '42' }, 1],
  ['float', { type: 'number', value: '-1.5e3' }, 0],
  ['float', { type: 'number', value: ' ' }, 1],
  ['object', { type: 'json', value: '{"any":1}' }, 0],
  ['object', { type: 'json', value: '[1]' }, 1],
  ['object', { type: 'json', value: '{' }, 1],
  ['boolean', { type: 'json', value: '[1]' }, 0],
  ['object', undefined, 0],
] as const)('%s flags and the payload %j', (valueType, payload, count) => {
  expect(faultsOfPayload({ valueType }, payload)).toHaveLength(count)
})

test('faults name their variant, and are limited in number', () => {
  const variants = [
    { name: 'a', payload: json({ slots: 1 }) },
    { name: 'b', payload: json({ slots: 24 }) },
    { name: 'c' },
  ]
  expect(faultsOfPayloads(object, variants)).toEqual([
    { variant: 'b', path: '/slots', message: 'must be at most 12' },
  ])
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`extra${index}`, 1]))
  expect(faults({ slots: 1, ...many })).toHaveLength(20)
})

const nested = (levels: number): object =>
  levels === 1 ? { type: 'string' } : { type: 'object', properties: { inner: nested(levels - 1) } }

test.each<[string, unknown, string]>([
  ['no object', { type: 'array', items: { type: 'string' } }, '/type'],
  [
    'a pattern',
    { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
    '/properties/a/pattern',
  ],
  ['a reference', { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } }, '/properties/a'],
  ['a reference beside a type', { type: 'object', $ref: 'https://example.com/x' }, '/$ref'],
  ['an unknown type', { type: 'object', properties: { a: { type: 'date' } } }, '/properties/a/type'],
  ['an empty enum', { type: 'object', properties: { a: { enum: [] } } }, '/properties/a/enum'],
  ['objects in an enum', { type: 'object', properties: { a: { enum: [{}] } } }, '/properties/a/enum'],
  ['required without names', { type: 'object', required: 'a' }, '/required'],
  ['properties as a list', { type: 'object', properties: [] }, '/properties'],
  [
    'a negative length',
    { type: 'object', properties: { a: { type: 'string', maxLength: -1 } } },
    '/properties/a/maxLength',
  ],
  ['too many levels', nested(MOST_LEVELS + 1), `${'/properties/inner'.repeat(MOST_LEVELS)}`],
  ['too many characters', { type: 'object', title: 'x'.repeat(MOST_CHARACTERS) }, ''],
])('refuses a schema with %s', (_what, wrong, path) => {
  expect(faultsOfSchema(wrong)[0]?.path).toBe(path)
})

test('accepts a schema at the limits', () => {
  expect(faultsOfSchema(schema)).toEqual([])
  expect(faultsOfSchema(nested(MOST_LEVELS))).toEqual([])
})

test('values that are nested very deeply are refused without recursion', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  expect(isDeeperThan(deep, 20)).toBe(true)
  expect(isDeeperThan({ a: [1] }, 2)).toBe(false)
  expect(faultsOfSchema({ type: 'object', enum: deep })).toHaveLength(1)
  expect(faultsOfDefinition({ valueType: 'object', defaultValue: { deep } })).toHaveLength(1)
})

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ valueType: 'boolean', defaultValue: true }, undefined],
  [{ valueType: 'string' }, '/defaultValue'],
  [{ valueType: 'string', defaultValue: 1 }, '/defaultValue'],
  [{ valueType: 'integer', defaultValue: 1.5 }, '/defaultValue'],
  [{ valueType: 'float', defaultValue: 1.5 }, undefined],
  [{ valueType: 'string', defaultValue: '', valueSchema: schema }, '/valueSchema'],
  [{ ...object, defaultValue: { slots: 24 } }, '/defaultValue/slots'],
  [{ ...object, defaultValue: { slots: 4 } }, undefined],
])('the definition %j', (value, path) => {
  expect(faultsOfDefinition(value)[0]?.path).toBe(path)
})

test.each([
  ['string', 'x'],
  ['integer', 4],
  ['float', 0.5],
  ['object', { a: 1 }],
] as const)('a value of the type %s survives as a payload', (type, value) => {
  expect(readPayload(payloadOf(type, value))).toEqual(value)
})

test('a value with very many faults is checked quickly', () => {
  const schema = {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: { type: 'object', required: Array.from({ length: 2_000 }, (_, n) => `n${n}`) },
      },
    },
  }
  const list = Array.from({ length: 30_000 }, () => ({}))
  // Without an end of the walk these would be 60 million faults, more than fit into memory.
  expect(faultsOfValue({ valueType: 'object', valueSchema: schema }, { list })).toHaveLength(20)
  const twice = { type: 'object', required: ['a', 'a'] }
  expect(faultsOfDefinition({ valueType: 'object', valueSchema: twice, defaultValue: {} })).toEqual([
    { path: '/valueSchema/required', message: 'must be a list of different names' },
  ])
})

test.each(['0x1F', ' 7 ', '7.', '', '1e', '+1', '01'])('the payload "%s" is not a number', (value) => {
  expect(faultsOfPayload({ valueType: 'float' }, { type: 'number', value })).toHaveLength(1)
})
