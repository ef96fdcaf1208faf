import { expect, test } from 'vitest'
import { piecesOf, suggest } from './suggestions.ts'

const near = (names: string[], wanted: string) => suggest(names, wanted, (name) => [name])

test('transposed letters and different separators are found', () => {
  const names = ['new-payment-form', 'new-search', 'dark-mode']
  expect(near(names, 'new-paymnet-form')).toEqual(['new-payment-form'])
  expect(near(names, 'New_Payment.Form')).toEqual(['new-payment-form'])
  expect(near(names, 'drak-mode')).toEqual(['dark-mode'])
})

test('a name that contains the search term is found, after those with fewer differences', () => {
  expect(near(['checkout-express-lane', 'checkot', 'search'], 'checkout')).toEqual([
    'checkot',
    'checkout-express-lane',
  ])
})

test('short names must be almost identical', () => {
  expect(near(['abc', 'xyz'], 'ab')).toEqual(['abc'])
  expect(near(['abcdef', 'xy'], 'ab')).toEqual([])
})

test('at most five suggestions are returned', () => {
  expect(near(['flag1', 'flag2', 'flag3', 'flag4', 'flag5', 'flag6'], 'flag0')).toHaveLength(5)
})

test('a misspelt name is split into pieces, of which one is spelt correctly', () => {
  expect(piecesOf('new-paymnet-form')).toEqual(['pay', 'mnet', 'form'])
  expect(piecesOf('chekout')).toEqual(['che', 'kout'])
  expect(piecesOf('ab')).toEqual(['ab'])
})
