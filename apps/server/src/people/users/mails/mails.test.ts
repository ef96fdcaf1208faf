import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { app, as, db, client } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  URL: 'https://flags.example',
  BASE_URI_PATH: '/team',
  PASSWORD_RESET_LIMIT_PER_MINUTE: '3',
})
beforeAll(() => app.startWork())
beforeEach(() => void mailbox.mails.splice(0))

const users = '/team/api/admin/user-admin'
const password = 'Correct-horse-1'
const received = async (count: number) => {
  await expect.poll(() => mailbox.mails.length).toBe(count)
  return mailbox.mails
}
const tokenIn = (text = '') =>
  /https:\/\/flags\.example\/team\/[\w-]+\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
const ask = (email: string, headers = {}) =>
  client(headers).post('/team/auth/reset/password-email', { email })
const choose = (token: string) => as.anonymous.post('/team/auth/reset/password', { token, password })

test('a new account gets an email with a separate link, and the job queue contains no secret', async () => {
  const { body } = await as.admin.post(users, { email: 'grace@navy', name: 'Grace', rootRole: 3 })
  expect(body.emailSent).toBe(true)
  const { rows } = await app.database.pool.query(
    "select data from jobs.job where name = 'mail-password-link'",
  )
  expect(rows).toContainEqual({ data: { kind: 'welcome', userId: body.id } })
  const [mail] = await received(1)
  expect(mail).toMatchObject({ to: ['grace@navy'], from: 'no-reply@flags.example' })
  expect(mail?.text).toContain('Hello Grace,')
  expect(mail?.text).toContain('https://flags.example/team/new-user?token=')
  const token = tokenIn(mail?.text)
  expect(tokenIn(body.inviteLink)).not.toBe(token)
  expect((await choose(token)).status).toBe(200)
  expect((await choose(tokenIn(body.inviteLink))).status).not.toBe(200)
})

test.each([
  ['nobody wants one', { email: 'quiet@navy', rootRole: 3, sendEmail: false }],
  ['there is no address', { username: 'quiet', rootRole: 3 }],
])('no email is sent when %s', async (_when, input) => {
  expect((await as.admin.post(users, input)).body.emailSent).toBe(false)
})

test('a password reset email contains a link that works once within an hour', async () => {
  const asked = await ask('ADA@example.com', { host: 'evil.example' })
  expect(asked.status).toBe(200)
  expect(asked.headers).toMatchObject({ 'ratelimit-policy': '3;w=60', 'ratelimit-remaining': '2' })
  const [mail] = await received(1)
  expect(mail).toMatchObject({ to: ['ada@example.com'], subject: 'Choose a new Flagstaff password' })
  expect(mail?.html).not.toContain('evil')
  const { expires_at } = await db
    .selectFrom('password_links')
    .select('expires_at')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(expires_at.getTime()).toBeLessThan(Date.now() + 3_600_001)
  const token = tokenIn(mail?.text)
  expect((await choose(token)).status).toBe(200)
  expect((await choose(token)).status).toBe(403)
  const login = { username: 'ada', password }
  expect((await as.anonymous.post('/team/auth/simple/login', login)).status).toBe(200)
})

test('requesting a password reset does not reveal whether an account exists', async () => {
  const answers = [await ask('nobody@example.com'), await ask('vera@example.com')]
  for (const { status, body, headers } of answers) {
    expect([status, body, headers['ratelimit-limit']]).toEqual([200, '', '3'])
  }
  const [mail] = await received(1)
  expect(mail?.to).toEqual(['vera@example.com'])
})

test('password reset emails are rate limited per IP address and per account', async () => {
  let last = await ask('x@example.com')
  // A new rate limit window can start in between.
  for (let i = 0; last.status === 200 && i < 6; i++) last = await ask(`x${i}@example.com`)
  expect(last).toMatchObject({ status: 429, body: { name: 'RateLimitError' } })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  await db.deleteFrom('login_attempts').execute()
})
