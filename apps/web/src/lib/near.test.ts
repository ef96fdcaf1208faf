import { expect, test } from 'vitest'
import { nearest, piecesOf } from './near.ts'

const near = (names: string[], wanted: string) => nearest(names, wanted, (name) => [name])

test('swapped letters and other separators are near', () => {
  const names = ['new-payment-form', 'new-search', 'dark-mode']
  expect(near(names, 'new-paymnet-form')).toEqual(['new-payment-form'])
  expect(near(names, 'New_Payment.Form')).toEqual(['new-payment-form'])
  expect(near(names, 'drak-mode')).toEqual(['dark-mode'])
})

test('a name that contains the wanted one is near, after those with fewer differences', () => {
  expect(near(['checkout-express-lane', 'checkot', 'search'], 'checkout')).toEqual([
    'checkot',
    'checkout-express-lane',
  ])
})

test('short names need to be almost the same', () => {
  expect(near(['abc', 'xyz'], 'ab')).toEqual(['abc'])
  expect(near(['abcdef', 'xy'], 'ab')).toEqual([])
})

test('at most five are offered', () => {
  expect(near(['flag1', 'flag2', 'flag3', 'flag4', 'flag5', 'flag6'], 'flag0')).toHaveLength(5)
})

test('some piece of a misspelt name is spelt right', () => {
  expect(piecesOf('new-paymnet-form')).toEqual(['pay', 'mnet', 'form'])
  expect(piecesOf('chekout')).toEqual(['che', 'kout'])
  expect(piecesOf('ab')).toEqual(['ab'])
})
