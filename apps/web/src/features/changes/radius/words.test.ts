import type { Radius } from '@flagstaff/contract/radius'
import { expect, test, vi } from 'vitest'
import { lineOf, outcomeName, readFields, shareText } from './words.ts'

vi.stubGlobal('localStorage', { getItem: () => null })

const radius: Radius = {
  environment: 'production',
  contexts: 10_000,
  stored: 10_000,
  changed: 481,
  unknown: 0,
  flags: 1,
  transitions: [],
  applications: [],
  pseudonyms: [],
  blind: [],
  known: 0,
  others: [],
}

test('a line says how many contexts change', () => {
  expect(lineOf(radius)).toBe('≈ 481 of 10,000 recent contexts get a different result')
  expect(lineOf({ ...radius, unknown: 25 })).toMatch(/, 25 can’t be told$/)
})

test('without contexts, the line is called an estimate', () => {
  const estimate = { feature: 'a', share: 0.15, perHour: 10, upperBound: false }
  const none = { ...radius, contexts: 0, stored: 0, changed: 0 }
  expect(lineOf({ ...none, estimate: [estimate] })).toMatch(/^Estimate: about 15\s%/)
  expect(lineOf({ ...none, estimate: [{ ...estimate, upperBound: true }] })).toMatch(/^Estimate: up to/)
  expect(lineOf({ ...none, estimate: [] })).toBeUndefined()
})

test('small shares have one decimal place', () => {
  expect(shareText(693, 10_000)).toMatch(/^6\.9/)
  expect(shareText(4_812, 10_000)).toMatch(/^48\s/)
  expect(shareText(0, 0)).toMatch(/^0/)
})

test('outcomes have the name of their variant', () => {
  expect(outcomeName({ isEnabled: false })).toBe('off')
  expect(outcomeName({ isEnabled: true })).toBe('on')
  expect(outcomeName({ isEnabled: true, variant: 'wallets' })).toBe('wallets')
})

test('fields of a context are read from text', () => {
  expect(readFields(' country=NO, plan = pro ,empty=, a=b=c, wrong, =x')).toEqual({
    country: 'NO',
    plan: 'pro',
    empty: '',
    a: 'b=c',
  })
  expect(readFields('')).toEqual({})
})
