import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { addressKey, networkKey } from './budget.ts'
import { hashPassword } from './hashing.ts'

const LIMIT = 10
const { as, db, actors } = await testApp({ TRUSTED_PROXIES: '127.0.0.1' })
const password = 'Correct-horse-7'
const signIn = async (ip: string, username = 'ada', secret = password) => {
  const body = { username, password: secret }
  const { status } = await as.anonymous.post('/auth/simple/login', body, {
    headers: { 'x-forwarded-for': ip },
  })
  return status
}
const minute = (ahead: number) => new Date(Math.floor(Date.now() / 60_000 + ahead) * 60_000)
/** Sets the attempts of this minute and the next. */
const setAttempts = (who: string, attempts: number) =>
  db
    .insertInto('login_attempts')
    .values([0, 1].map((ahead) => ({ who, attempts, minute: minute(ahead) })))
    .execute()
const attemptsOf = async (who: string) => {
  const rows = await db.selectFrom('login_attempts').select('attempts').where('who', '=', who).execute()
  return rows.reduce((sum, { attempts }) => sum + attempts, 0)
}

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('username', 'in', ['ada', 'edith']).execute()
})
beforeEach(async () => {
  await db.deleteFrom('login_attempts').execute()
  await db.deleteFrom('sessions').execute()
})

test('1,200 attempts from one address do not prevent others from signing in', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 40; round++) {
    statuses.push(
      ...(await Promise.all(Array.from({ length: 30 }, () => signIn('192.0.2.1', 'ada', 'wrong')))),
    )
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1_100)
  expect(await signIn('192.0.2.1')).toBe(429)
  expect(await signIn('192.0.2.2', 'edith')).toBe(200)
  expect(await signIn('192.0.2.3', 'ada')).toBe(200)
})

test('an IPv6 network has ten times the rate limit of one address, separate from other networks', async () => {
  await setAttempts(networkKey('2001:db8:1::1') ?? '', LIMIT * 10)
  expect(await signIn('2001:db8:1:ffff::1')).toBe(429)
  expect(await signIn('2001:db8:2::1')).toBe(200)
})

test('attempts over the rate limit of an address do not count for its network', async () => {
  const ip = '2001:db8:3::1'
  await setAttempts(addressKey(ip), LIMIT)
  expect(await signIn(ip)).toBe(429)
  expect(await attemptsOf(networkKey(ip) ?? '')).toBe(0)
  expect(await signIn('2001:db8:3:1::1')).toBe(200)
})

test('one IPv6 network cannot lock an account for other networks', async () => {
  const wrong = Array.from({ length: 40 }, (_, i) => signIn(`2001:db8:4:${i}::1`, 'ada', 'wrong'))
  expect(await Promise.all(wrong)).toContain(429)
  expect(await signIn('2001:db8:5::1')).toBe(200)
})

test('a flood from many addresses slows down unknown addresses, but not known ones', async () => {
  await setAttempts('everybody', LIMIT * 100)
  expect(await signIn('192.0.2.6')).toBe(200)
  await db
    .insertInto('sessions')
    .values({
      digest: Buffer.from('known'),
      user_id: actors.admin.id,
      expires_at: new Date(Date.now() + 1e6),
      ip: '192.0.2.7',
    })
    .execute()
  const flood = Array.from({ length: 60 }, (_, i) => signIn(`198.51.100.${i}`, `user-${i}`, 'wrong'))
  expect(await signIn('192.0.2.7')).toBe(200)
  expect(await Promise.all(flood)).not.toContain(429)
})
