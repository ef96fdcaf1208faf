import type { StrategyVariant as Variant } from '@flagstaff/contract/common'
import { expect, test } from 'vitest'
import { balance, faultsOfVariants, isBalanced } from './variants.ts'

const variant = (name: string, fixed?: number): Variant => ({
  name,
  weight: fixed ?? 0,
  weightType: fixed === undefined ? 'variable' : 'fix',
  stickiness: 'default',
})
const weights = (variants: Variant[]) => balance(variants)?.map(({ weight }) => weight)

test('variants share evenly, and the first ones get the remainder', () => {
  expect(weights([variant('a'), variant('b')])).toEqual([500, 500])
  expect(weights([variant('a'), variant('b'), variant('c')])).toEqual([334, 333, 333])
})

test('fixed weights are kept, and the others share the rest', () => {
  expect(weights([variant('a', 100), variant('b'), variant('c')])).toEqual([100, 450, 450])
  expect(weights([variant('a', 1000), variant('b')])).toEqual([1000, 0])
})

test('weights cannot be balanced if all are fixed or they exceed 100 %', () => {
  expect(faultsOfVariants([variant('a', 500), variant('b', 500)])).toEqual([{ kind: 'fixed' }])
  expect(faultsOfVariants([variant('a', 700), variant('b', 700), variant('c')])).toEqual([{ kind: 'over' }])
})

test('names and payloads are validated one by one', () => {
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

test('a rule without variants needs no weights', () => {
  expect(balance([])).toEqual([])
  expect(faultsOfVariants([])).toEqual([])
})

test('a variant without a kind of weight gets a variable one', () => {
  const { weightType: _, ...kindless } = variant('a')
  expect(balance<Partial<Variant> & { name: string; weight: number }>([kindless])).toEqual(
    [variant('a', 1000)].map((one) => ({ ...one, weightType: 'variable' })),
  )
})

test('weights are balanced whichever variant got the remainder', () => {
  const weighted = (...list: number[]) => list.map((weight, index) => ({ ...variant(`v${index}`), weight }))
  expect(isBalanced(weighted(333, 334, 333))).toBe(true)
  expect(isBalanced(weighted(332, 334, 334))).toBe(false)
  expect(isBalanced(weighted(333, 333, 333))).toBe(false)
})

test('a weight is a whole number', () => {
  expect(faultsOfVariants([variant('a', 0.5), variant('b')])).toEqual([{ kind: 'weight', index: 0 }])
})
