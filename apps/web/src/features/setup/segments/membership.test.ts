import { expect, test } from 'vitest'
import { isMember } from './membership.ts'

const nordic = { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] } as const
const adult = { contextName: 'age', operator: 'NUM_GTE', value: '18' } as const
const of = (properties: Record<string, string>) => ({ properties })

test('all constraints must match', () => {
  const constraints = [{ ...nordic, values: [...nordic.values] }, adult]
  expect(isMember(constraints, of({ country: 'NO', age: '20' }))).toBe(true)
  expect(isMember(constraints, of({ country: 'NO', age: '17' }))).toBe(false)
  expect(isMember(constraints, of({ age: '20' }))).toBe(false)
})

test('a segment without constraints includes everyone', () => {
  expect(isMember([], of({}))).toBe(true)
})

test('an invalid pattern matches nobody', () => {
  expect(isMember([{ contextName: 'country', operator: 'REGEX', value: '(' }], of({ country: '(' }))).toBe(
    false,
  )
})
