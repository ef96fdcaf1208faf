import type { Feature } from '@flagstaff/contract/flags'
import { faultsOfSchema } from '@flagstaff/rules/value-schema'
import { faultsOfValue } from '@flagstaff/rules/values'
import { expect, test } from 'vitest'
import { changeOf, checkVariants, draftOf, faultOf, readDraft, samplesOf } from './draft.ts'
import { inferSchema } from './infer.ts'

const valueSchema = { type: 'object', properties: { slots: { type: 'integer', maximum: 12 } } }

test.each([
  [{}, { valueType: 'boolean', defaultValue: false }],
  [
    { valueType: 'boolean', defaultValue: true },
    { valueType: 'boolean', defaultValue: true },
  ],
  [
    { valueType: 'string', defaultValue: '7' },
    { valueType: 'string', defaultValue: '7' },
  ],
  [
    { valueType: 'float', defaultValue: 0.5 },
    { valueType: 'float', defaultValue: 0.5 },
  ],
  [
    { valueType: 'object', defaultValue: { slots: 4 }, valueSchema },
    { valueType: 'object', defaultValue: { slots: 4 }, valueSchema },
  ],
] as const)('the value %j survives as a draft', (value, expected) => {
  expect(readDraft(draftOf(value))).toEqual({ value: expected, faults: [] })
})

test('faults are found before saving, by field', () => {
  const draft = {
    valueType: 'object',
    defaultText: '{"slots": 24}',
    schemaText: JSON.stringify(valueSchema),
  } as const
  const { faults } = readDraft(draft)
  expect(faultOf(faults, 'defaultValue')).toEqual({ path: '/slots', message: 'must be at most 12' })
  expect(faultOf(faults, 'valueSchema')).toBeUndefined()
  expect(faultOf(readDraft({ ...draft, defaultText: '{' }).faults, 'defaultValue')?.message).toContain('JSON')
  expect(faultOf(readDraft({ ...draft, schemaText: '{' }).faults, 'valueSchema')?.message).toContain('JSON')
  expect(readDraft({ valueType: 'integer', defaultText: 'x', schemaText: '' }).faults).toHaveLength(1)
  // The schema of an object is left out for other types.
  expect(readDraft({ valueType: 'string', defaultText: '', schemaText: '{' }).faults).toEqual([])
})

test('a change has all fields, so that a removed schema is removed', () => {
  expect(changeOf({ valueType: 'object', defaultValue: {} })).toEqual({
    valueType: 'object',
    valueSchema: null,
    defaultValue: {},
  })
})

const variant = (name: string, value?: string) => ({
  name,
  weight: 500,
  ...(value === undefined ? {} : { payload: { type: 'json' as const, value } }),
})
const flag = {
  name: 'options',
  environments: [
    { name: 'development', enabled: true, variants: [variant('b', '{"slots":24}')] },
    {
      name: 'production',
      enabled: true,
      strategies: [
        {
          name: 'default',
          variants: [variant('a', '{"slots":6}'), variant('b', '{"slots":24}'), variant('c')],
        },
      ],
    },
  ],
} as Feature

test('every variant is listed once, with its environments and its fault', () => {
  const checked = checkVariants({ valueType: 'object', valueSchema }, flag)
  expect(checked.map(({ name, environments, fault }) => [name, environments, fault?.message])).toEqual([
    ['a', ['production'], undefined],
    ['b', ['development', 'production'], 'must be at most 12'],
    ['c', ['production'], undefined],
  ])
})

test('an inferred schema is valid, and fits everything it was made from', () => {
  const samples = [
    ...samplesOf({ valueType: 'object', defaultValue: { slots: 4, name: 'x', list: [1, 2.5] } }, flag),
    { slots: 1, inner: { on: true, none: null }, list: [], mixed: 'a' },
    { slots: 2, mixed: 7 },
  ]
  const schema = inferSchema(samples)
  expect(schema).toMatchObject({ required: ['slots'], properties: { slots: { type: 'integer' } } })
  expect(faultsOfSchema(schema)).toEqual([])
  for (const sample of samples)
    expect(faultsOfValue({ valueType: 'object', valueSchema: schema }, sample)).toEqual([])
})
