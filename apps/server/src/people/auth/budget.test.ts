import { expect, test } from 'vitest'
import { accountKey, addressKey, budgetHeaders, networkKey, secondsLeft, waitAfter } from './budget.ts'
import { isOutdated } from './hashing.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:0001:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the address %s is counted as %s', (ip, network) => {
  expect(addressKey(ip)).toBe(`address:${network}`)
})

test.each([
  ['192.0.2.1', undefined],
  ['::ffff:192.0.2.1', undefined],
  ['2001:db8:1:2:3:4:5:6', 'network:2001:db8:1::/48'],
  ['2001:db8::6', 'network:2001:db8:0::/48'],
])('the network of %s is %s', (ip, network) => {
  expect(networkKey(ip)).toBe(network)
})

test('an account has one rate limit however its name is typed, and the name is not stored', () => {
  expect(accountKey(' Ada ')).toBe(accountKey('ada'))
  expect(accountKey('ada')).not.toContain('ada')
})

test.each([
  [0, 60],
  [59_999, 1],
  [90_000, 30],
])('at %d ms a minute has %d seconds left', (now, seconds) => {
  expect(secondsLeft(now)).toBe(seconds)
})

test.each([
  [1, 0, 60],
  [1, 61, 0],
  [2, 61, 59],
  [3, 61, 179],
  [6, 0, 1920],
])('exceeding the limit the %dth time, %d seconds ago, leaves a wait of %d s', (times, ago, wait) => {
  const now = Date.now()
  expect(waitAfter({ times, latest: new Date(now - ago * 1000) }, now)).toBe(wait)
})

test('there is no wait within the rate limit', () => {
  expect(waitAfter({ times: 0, latest: null })).toBe(0)
})

test('the rate limit headers give the remaining attempts and the reset time', () => {
  expect(budgetHeaders(10, 3, 90_000)).toEqual({
    'ratelimit-policy': '10;w=60',
    'ratelimit-limit': '10',
    'ratelimit-remaining': '7',
    'ratelimit-reset': '30',
  })
  expect(budgetHeaders(10, 12, 0)['ratelimit-remaining']).toBe('0')
})

test.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$a$b', true],
  ['$argon2id$v=19$m=65535,t=3,p=1$a$b', true],
  ['$argon2id$v=19$m=65536,t=2,p=1$a$b', true],
  ['$argon2id$v=19$m=65536,t=3,p=1$a$b', false],
  ['$argon2id$v=19$m=131072,t=4,p=1$a$b', false],
])('the hash %s is outdated: %s', (stored, outdated) => {
  expect(isOutdated(stored)).toBe(outdated)
})
