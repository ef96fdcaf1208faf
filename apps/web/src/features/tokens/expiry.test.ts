import { expect, test } from 'vitest'
import { expiryOf } from './expiry.ts'

const now = Date.parse('2026-11-10T12:00:00Z')

test('never is said outright', () => {
  expect(expiryOf({ choice: 'never', day: '' }, now)).toBeNull()
})

test('days are counted from now', () => {
  expect(expiryOf({ choice: '30', day: '' }, now)).toBe('2026-12-10T12:00:00.000Z')
})

test('a chosen day lasts to its end, and has to be still to come', () => {
  expect(Date.parse(expiryOf({ choice: 'custom', day: '2026-12-24' }, now) ?? '')).toBe(
    Date.parse('2026-12-24T23:59:59'),
  )
  expect(expiryOf({ choice: 'custom', day: '2026-11-01' }, now)).toBeUndefined()
  expect(expiryOf({ choice: 'custom', day: '' }, now)).toBeUndefined()
})
