import { expect, test } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from './links.ts'
import { isDigestHour, monthBefore, reportMonth } from './rules.ts'

test.each([
  ['2026-07-01T08:10:00Z', 'UTC', true],
  ['2026-07-01T07:59:00Z', 'UTC', false],
  ['2026-07-01T09:00:00Z', 'UTC', false],
  ['2026-07-01T06:00:00Z', 'Europe/Oslo', true],
  ['2026-01-01T07:00:00Z', 'Europe/Oslo', true],
  ['2026-07-01T02:45:00Z', 'Asia/Kolkata', true],
])('at %s in %s, daily emails are sent: %s', (now, zone, sent) => {
  expect(isDigestHour(new Date(now), zone)).toBe(sent)
})

test.each([
  ['2026-03-01T08:00:00Z', 'UTC', '2026-02-01'],
  ['2026-03-01T23:00:00Z', 'UTC', '2026-02-01'],
  ['2026-03-01T07:59:00Z', 'UTC', undefined],
  ['2026-03-02T08:00:00Z', 'UTC', undefined],
  ['2026-01-01T07:00:00Z', 'Europe/Oslo', '2025-12-01'],
  ['2026-02-28T23:00:00Z', 'Pacific/Auckland', '2026-02-01'],
])('at %s in %s, the month to report on is %s', (now, zone, month) => {
  expect(reportMonth(new Date(now), zone)).toBe(month)
})

test('the month before January is December', () => {
  expect(monthBefore('2026-01-01')).toBe('2025-12-01')
})

const keys = { encryptionKeys: ['new', 'old'] }
const signed = (encryptionKeys: string[], userId: number, subscription: string) =>
  unsubscribeToken({ encryptionKeys }, userId, subscription) ?? ''

test('an unsubscribe link works for one account and one email, also after a key was replaced', () => {
  const token = signed(keys.encryptionKeys, 7, 'own-flag')
  expect(readUnsubscribeToken(keys, token)).toEqual({ userId: 7, subscription: 'own-flag' })
  const before = signed(['old'], 7, 'digest')
  expect(readUnsubscribeToken(keys, before)).toEqual({ userId: 7, subscription: 'digest' })
})

test('a changed link or a link of another server is refused', () => {
  const [, signature] = signed(keys.encryptionKeys, 7, 'own-flag').split('.')
  const other = Buffer.from('8:own-flag').toString('base64url')
  for (const token of [`${other}.${signature}`, other, '', '.', signed(['foreign'], 7, 'own-flag')])
    expect(readUnsubscribeToken(keys, token)).toBeUndefined()
})

test('without a key there is no link', () => {
  expect(unsubscribeToken({ encryptionKeys: [] }, 7, 'own-flag')).toBeUndefined()
  expect(readUnsubscribeToken({ encryptionKeys: [] }, signed(['any'], 7, 'own-flag'))).toBeUndefined()
})
