import { expect, test } from 'vitest'
import { accountKey, networkOf, tooMany } from './budget.ts'
import { isOutdated } from './hashing.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:0001:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('an account has one budget, however its name is typed, and the name is not stored', () => {
  expect(accountKey(' Ada ')).toBe(accountKey('ada'))
  expect(accountKey('ada')).not.toContain('ada')
})

test.each([
  [0, 60],
  [59_999, 1],
  [90_000, 30],
])('at %d ms one waits %d seconds', (now, seconds) => {
  expect(tooMany(now).parameters).toEqual({ seconds })
})

test.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$a$b', true],
  ['$argon2id$v=19$m=65536,t=3,p=1$a$b', false],
])('%s is outdated: %s', (stored, outdated) => {
  expect(isOutdated(stored)).toBe(outdated)
})
