import { expect, test } from 'vitest'
import type { Variant } from './rule.ts'
import { balance, faultsOfVariants } from './weights.ts'

const variant = (name: string, fixed?: number): Variant => ({
  name,
  weight: fixed ?? 0,
  weightType: fixed === undefined ? 'variable' : 'fix',
  stickiness: 'default',
})
const weights = (variants: Variant[]) => balance(variants)?.map(({ weight }) => weight)

test('variants share evenly, and the first take what does not divide', () => {
  expect(weights([variant('a'), variant('b')])).toEqual([500, 500])
  expect(weights([variant('a'), variant('b'), variant('c')])).toEqual([334, 333, 333])
})

test('what is fixed stays, the others share the rest', () => {
  expect(weights([variant('a', 100), variant('b'), variant('c')])).toEqual([100, 450, 450])
  expect(weights([variant('a', 1000), variant('b')])).toEqual([1000, 0])
})

test('nothing can be balanced when all are fixed or too much is', () => {
  expect(faultsOfVariants([variant('a', 500), variant('b', 500)])).toEqual([{ kind: 'fixed' }])
  expect(faultsOfVariants([variant('a', 700), variant('b', 700), variant('c')])).toEqual([{ kind: 'over' }])
})

test('names and payloads are looked at one by one', () => {
  const payload = (type: 'json' | 'number' | 'string', value: string) => ({ payload: { type, value } })
  expect(
    faultsOfVariants([
      { ...variant('a'), ...payload('json', '{') },
      { ...variant('a'), ...payload('number', 'many') },
      { ...variant('not a name'), ...payload('string', '') },
    ]),
  ).toEqual([
    { kind: 'json', index: 0 },
    { kind: 'twice', index: 1 },
    { kind: 'number', index: 1 },
    { kind: 'name', index: 2 },
    { kind: 'empty', index: 2 },
  ])
})

test('no variants need no weights', () => {
  expect(balance([])).toEqual([])
  expect(faultsOfVariants([])).toEqual([])
})
