import { expect, test } from 'vitest'
import { successorOf } from './rules.ts'

const day = (n: number) => new Date(n * 86_400_000)
const iso = (n: number) => day(n).toISOString()

test.each([
  ['has no end', null, undefined, { expiresAt: null, formerEnd: iso(11) }],
  ['lives 90 days', iso(90), undefined, { expiresAt: iso(100), formerEnd: iso(11) }],
  ['ends before the overlap does', iso(10.5), 48, { expiresAt: iso(20.5), formerEnd: iso(10.5) }],
  ['shall end at once', null, 0, { expiresAt: null, formerEnd: iso(10) }],
])('sets both expiry dates for a token that %s', (_what, expiresAt, overlap, ends) => {
  expect(successorOf({ createdAt: iso(0), expiresAt }, overlap, day(10))).toEqual(ends)
})

test('an expired token cannot be rotated', () => {
  for (const end of [9, 10])
    expect(() => successorOf({ createdAt: iso(0), expiresAt: iso(end) }, 24, day(10))).toThrow('has expired')
})
