import { expect, test } from 'vitest'
import { contextOf, parseContext } from '../../../lib/context.ts'
import { fieldsOf } from './context.ts'
import { bodyOf, gradual } from './rule.ts'

test.each([
  ['user-42', { userId: 'user-42' }],
  ['userId=42 country=NO', { userId: '42', country: 'NO' }],
  ['country: NO, name="Ida Berg"', { country: 'NO', name: 'Ida Berg' }],
  ['{"userId": 42, "properties": {"beta": true, "nested": {}}}', { userId: '42', beta: 'true' }],
])('"%s" is parsed as a context', (text, typed) => {
  expect(parseContext(text)).toEqual(typed)
})

test.each(['', '{', 'two words'])('"%s" is not a context', (text) => {
  expect(parseContext(text)).toBeUndefined()
})

test('known fields are at the top level, others are properties, and empty ones are left out', () => {
  expect(contextOf({ userId: '42', country: 'NO', plan: '' })).toEqual({
    userId: '42',
    properties: { country: 'NO' },
  })
})

test('the form asks for the context fields that the rule depends on', () => {
  const rule = bodyOf({
    ...gradual('flag', 'tenantId'),
    segments: [1],
    constraints: [
      { contextName: 'country', operator: 'IN', values: ['NO'] },
      { contextName: 'anything', operator: 'DATE_AFTER', value: '2026-01-01' },
    ],
  })
  const segments = [{ id: 1, constraints: [{ contextName: 'email', operator: 'STR_CONTAINS' as const }] }]
  expect(fieldsOf([rule], segments)).toEqual(['tenantId', 'email', 'country', 'currentTime'])
  expect(fieldsOf([gradual('flag', 'random')], [])).toEqual([])
  expect(fieldsOf([gradual('flag')], [])).toEqual(['userId'])
})
