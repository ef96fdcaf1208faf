import { expect, test } from 'vitest'
import { expiryOf } from './expiry.ts'

const now = Date.parse('2026-11-10T12:00:00Z')

test('a token that never expires has null', () => {
  expect(expiryOf({ choice: 'never', day: '' }, now)).toBeNull()
})

test('a number of days is counted from now', () => {
  expect(expiryOf({ choice: '30', day: '' }, now)).toBe('2026-12-10T12:00:00.000Z')
})

test('a custom date lasts until the end of the day, and must be in the future', () => {
  expect(Date.parse(expiryOf({ choice: 'custom', day: '2026-12-24' }, now) ?? '')).toBe(
    Date.parse('2026-12-24T23:59:59'),
  )
  expect(expiryOf({ choice: 'custom', day: '2026-11-01' }, now)).toBeUndefined()
  expect(expiryOf({ choice: 'custom', day: '' }, now)).toBeUndefined()
})
