import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { accountKey, addressKey } from './budget.ts'
import { hashPassword } from './hashing.ts'

const LIMIT = 10
const { as, db } = await testApp({ TRUSTED_PROXIES: '127.0.0.1' })
const password = 'Correct-horse-7'
const signIn = (ip: string, secret = password) =>
  as.anonymous.post(
    '/auth/simple/login',
    { username: 'ada', password: secret },
    { headers: { 'x-forwarded-for': ip } },
  )
const minute = (ago: number) => new Date(Math.floor(Date.now() / 60_000 - ago) * 60_000)
const exceeded = (who: string, attempts: number, ...minutesAgo: number[]) =>
  db
    .insertInto('login_attempts')
    .values(minutesAgo.map((ago) => ({ who, attempts, minute: minute(ago) })))
    // A new minute may have begun since the last call.
    .onConflict((conflict) => conflict.doNothing())
    .execute()

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('username', '=', 'ada').execute()
})
beforeEach(() => db.deleteFrom('login_attempts').execute())

test('every response has the rate limit headers', async () => {
  const { headers } = await signIn('192.0.2.1', 'wrong')
  expect(headers).toMatchObject({
    'ratelimit-policy': '10;w=60',
    'ratelimit-limit': '10',
    'ratelimit-remaining': '9',
  })
  expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
})

test('the wait grows with every minute over the rate limit of an account', async () => {
  await exceeded(accountKey('ada'), LIMIT * 2 + 1, 2)
  expect((await signIn('192.0.2.2')).status).toBe(200)
  await exceeded(accountKey('ada'), LIMIT * 2 + 1, 1, 2, 3, 4)
  const first = await signIn('192.0.2.3')
  expect(first.status).toBe(429)
  await exceeded(accountKey('ada'), LIMIT * 2 + 1, 5, 6, 7)
  const second = await signIn('192.0.2.3')
  expect(second.status).toBe(429)
  const [wait, longer] = [first, second].map(({ headers }) => Number(headers['retry-after']))
  expect(longer).toBeGreaterThan(2 * (wait ?? 0))
})

test('the wait for an address over its rate limit applies to all accounts', async () => {
  await exceeded(addressKey('192.0.2.4'), LIMIT + 1, 1, 2, 3)
  expect((await signIn('192.0.2.4')).status).toBe(429)
  expect((await signIn('192.0.2.5')).status).toBe(200)
})
