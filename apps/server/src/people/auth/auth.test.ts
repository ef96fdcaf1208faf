import { beforeAll, expect, test } from 'vitest'
import { ratio } from '../../../test/effort.ts'
import { testApp } from '../../../test/kit.ts'
import { accountKey, addressKey } from './budget.ts'
import { sessionDigest } from './cookies.ts'
import { hashPassword } from './hashing.ts'

const LIMIT = 1000
const { as, db, client, actors } = await testApp({
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: String(LIMIT),
  MAX_PARALLEL_SESSIONS: '3',
  SESSION_IDLE_HOURS: '12',
  TRUSTED_PROXIES: '127.0.0.1',
})
const password = 'Correct-horse-7'
const signIn = (username: string, secret = password, headers: Record<string, string> = {}) =>
  as.anonymous.post('/auth/simple/login', { username, password: secret }, { headers })
const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''
const idOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const sessions = () => db.selectFrom('sessions').selectAll().orderBy('created_at').execute()

/** Uses up a rate limit for this minute and the next. */
async function exhaust(who: string, attempts: number) {
  const now = Date.now()
  await db
    .insertInto('login_attempts')
    .values(
      [0, 1].map((ahead) => ({
        who,
        minute: new Date(Math.floor(now / 60_000 + ahead) * 60_000),
        attempts,
      })),
    )
    .onConflict((conflict) => conflict.columns(['who', 'minute']).doUpdateSet({ attempts }))
    .execute()
}

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('username', 'in', ['ada', 'edith']).execute()
})

test('signing in opens a session that is stored as a digest and sent in an HttpOnly cookie', async () => {
  const answer = await signIn('ADA@example.com', password, { 'user-agent': 'a browser' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    id: actors.admin.id,
    username: 'ada',
    accountType: 'User',
    rootRole: 1,
  })
  expect(answer.body.imageUrl).toMatch(/^\/avatar\/[0-9a-f]{64}$/)
  expect(JSON.stringify(answer.body)).not.toContain('argon2')
  expect(answer.headers['set-cookie']).toMatch(
    /^flagstaff-session=[\w-]{43}; Max-Age=172800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const cookie = cookieOf(answer)
  const [stored] = await sessions()
  expect(stored).toMatchObject({ user_id: actors.admin.id, ip: '127.0.0.1', user_agent: 'a browser' })
  expect(stored?.digest).toEqual(sessionDigest(idOf(cookie)))
  expect((await client({ cookie }).get('/api/admin/segments')).status).toBe(200)
})

test('a wrong password, an unknown name and an account without a password get the same response', async () => {
  const answers = [
    await signIn('ada', 'wrong'),
    await signIn('nobody'),
    await signIn('vera', ''),
    await signIn('ada', 'x'.repeat(5000)),
  ]
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401)
    expect(body).toMatchObject({ name: 'PasswordMismatch', message: answers[0]?.body.message })
    expect(headers['set-cookie']).toBeUndefined()
  }
  const row = () =>
    db
      .selectFrom('users')
      .select(['login_attempts', 'seen_at'])
      .where('username', '=', 'ada')
      .executeTakeFirst()
  expect(await row()).toMatchObject({ login_attempts: 2 })
  await signIn('ada')
  expect(await row()).toMatchObject({ login_attempts: 0, seen_at: expect.any(Date) })
})

// A rough bound, since the machine is shared; timing.long.test.ts measures precisely.
test('signing in to an unknown account takes about as long as to an existing one', async () => {
  const attempt = (name: string) => () => signIn(name, 'wrong')
  expect(await ratio(attempt('nobody'), attempt('edith'))).toBeGreaterThan(1 / 3)
})

test('a new sign-in replaces the session of the browser, and the oldest session ends above the limit', async () => {
  await db.deleteFrom('sessions').execute()
  const first = cookieOf(await signIn('ada'))
  const second = cookieOf(await signIn('ada', password, { cookie: first }))
  expect(second).not.toBe(first)
  expect((await client({ cookie: first }).get('/api/admin/segments')).status).toBe(401)
  for (let i = 0; i < 3; i++) await signIn('ada')
  expect(await sessions()).toHaveLength(3)
  expect((await client({ cookie: second }).get('/api/admin/segments')).status).toBe(401)
})

test('a session ends when it expires, when it is idle for too long, and when its account is deleted', async () => {
  const cookie = cookieOf(await signIn('edith'))
  const digest = sessionDigest(idOf(cookie))
  const status = async () => (await client({ cookie }).get('/api/admin/segments')).status
  const change = (set: { seen_at?: Date; expires_at?: Date }) =>
    db.updateTable('sessions').set(set).where('digest', '=', digest).execute()
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000)

  await change({ seen_at: hours(-11) })
  expect(await status()).toBe(200)
  const [row] = await db.selectFrom('sessions').select('seen_at').where('digest', '=', digest).execute()
  expect(row?.seen_at.getTime()).toBeGreaterThan(hours(-1).getTime())
  await change({ seen_at: hours(-13) })
  expect(await status()).toBe(401)
  await change({ seen_at: hours(0), expires_at: hours(-1) })
  expect(await status()).toBe(401)
  await change({ expires_at: hours(1) })
  expect(await status()).toBe(200)
  await db.updateTable('users').set({ deleted_at: new Date() }).where('username', '=', 'edith').execute()
  expect(await status()).toBe(401)
  await db.updateTable('users').set({ deleted_at: null }).where('username', '=', 'edith').execute()
})

test('signing out ends the session on the server and clears cookies and storage in the browser', async () => {
  const cookie = cookieOf(await signIn('ada'))
  const foreign = await client({ cookie, 'sec-fetch-site': 'cross-site' }).post('/logout')
  expect(foreign.status).toBe(403)
  const { status, headers } = await client({ cookie, 'sec-fetch-site': 'same-origin' }).post('/logout')
  expect(status).toBe(302)
  expect(headers).toMatchObject({ location: '/signed-out', 'clear-site-data': '"cookies", "storage"' })
  expect((await client({ cookie }).get('/api/admin/segments')).status).toBe(401)
  expect((await as.anonymous.post('/logout')).status).toBe(302)
})

test('a cross-site request cannot use the session cookie to change something (CSRF)', async () => {
  const cookie = cookieOf(await signIn('ada'))
  const segment = { name: 'planted', constraints: [] }
  const from = (headers: Record<string, string>) =>
    client({ cookie, host: 'flags.example', ...headers }).post('/api/admin/segments', segment)
  expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await from({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await from({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await from({ origin: 'https://flags.example' })).status).toBe(201)
})

test('another site cannot sign a browser in (login CSRF)', async () => {
  const from = (headers: Record<string, string>) =>
    signIn('ada', password, { host: 'flags.example', ...headers })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ] as Record<string, string>[]) {
    const { status, headers: answer } = await from(headers)
    expect(status).toBe(403)
    expect(answer['set-cookie']).toBeUndefined()
  }
  expect((await from({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await from({ origin: 'https://flags.example' })).status).toBe(200)
})

test('the rate limit of an account applies to attempts from all addresses', async () => {
  await db.deleteFrom('sessions').execute()
  await exhaust(accountKey('Ada'), LIMIT * 2)
  const elsewhere = await signIn('ada', password, { 'x-forwarded-for': '203.0.113.7' })
  expect(elsewhere.status).toBe(429)
  expect(elsewhere.body).toMatchObject({ name: 'RateLimitError', code: 'tooMany' })
  const seconds = Number(elsewhere.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect((await signIn('edith', password, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
})

test('guesses from other addresses do not lock the owner out', async () => {
  await db
    .insertInto('sessions')
    .values({
      digest: sessionDigest('known'),
      user_id: actors.admin.id,
      expires_at: new Date(Date.now() + 1e6),
      ip: '198.51.100.9',
    })
    .execute()
  await exhaust(accountKey('ada'), LIMIT * 2)
  expect((await signIn('ada', password, { 'x-forwarded-for': '198.51.100.9' })).status).toBe(200)
  expect((await signIn('ada', password, { 'x-forwarded-for': '198.51.100.10' })).status).toBe(429)
})

test('the rate limit of an address applies to attempts on all accounts', async () => {
  await exhaust(addressKey('192.0.2.1'), LIMIT)
  expect((await signIn('edith', password, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(429)
  expect((await signIn('nobody', password, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(429)
})

test('an old, weaker hash is replaced at the next sign-in', async () => {
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await db.updateTable('users').set({ password_hash: weak }).where('username', '=', 'edith').execute()
  expect((await signIn('edith')).status).toBe(200)
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', 'edith')
    .executeTakeFirstOrThrow()
  expect(password_hash).toContain('$m=65536,t=3,p=1$')
  expect((await signIn('edith')).status).toBe(200)
})
