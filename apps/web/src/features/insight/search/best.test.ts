import { expect, test } from 'vitest'
import { bestFirst } from './best.ts'

const flag = (name: string, description: string | null = null, favorite = false) => ({
  name,
  description,
  favorite,
})
const flags = [
  flag('klarna-pay-later'),
  flag('coupon', 'when people pay'),
  flag('payout'),
  flag('pay'),
  flag('new-payment-form', null, true),
]
const names = (words: string[]) => bestFirst(flags, words).map(({ name }) => name)

test('exact matches come first, then prefixes, then favourites', () => {
  expect(names(['pay'])).toEqual(['pay', 'payout', 'new-payment-form', 'klarna-pay-later', 'coupon'])
})

test('every word must match, in the name or in the description', () => {
  expect(names(['pay', 'form'])).toEqual(['new-payment-form'])
  expect(names(['people', 'pay'])).toEqual(['coupon'])
  expect(names(['nowhere'])).toEqual([])
})
