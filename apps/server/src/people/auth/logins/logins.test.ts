import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { own } from '../../../platform/database/owners.ts'
import { accountKey } from '../budget.ts'
import { expireSessions } from '../expiry-queries.ts'
import { hashPassword } from '../hashing.ts'

const { as, db, client } = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '5' })
const password = 'Correct-horse-7'
const path = '/api/admin/logins'
const signIn = (username: string, secret = password) =>
  client({ 'user-agent': 'a browser' }).post('/auth/simple/login', { username, password: secret })
const history = async (query = '') => (await as.admin.get(`${path}${query}`)).body

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('username', 'in', ['ada', 'edith']).execute()
})
beforeEach(async () => {
  await db.deleteFrom('logins').execute()
  await db.deleteFrom('login_attempts').execute()
})

test('signing in and out is recorded in the login history', async () => {
  const { headers } = await signIn('ADA')
  await client({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' }).post('/logout')
  expect(await history()).toMatchObject({
    total: 2,
    events: [
      { type: 'logout', username: 'ada@example.com', successful: true, auth_type: 'password' },
      {
        type: 'login',
        username: 'ada@example.com',
        successful: true,
        failure_reason: null,
        ip: '127.0.0.1',
        user_agent: 'a browser',
      },
    ],
  })
})

test('the login history shows display names and can be searched by them', async () => {
  await db.updateTable('users').set({ name: 'Ada Lovelace' }).where('username', '=', 'ada').execute()
  await signIn('ada')
  await signIn('My-Password-1', 'x')
  expect((await history()).events).toMatchObject([
    { username: '(unknown account)', name: '(unknown account)' },
    { username: 'ada@example.com', name: 'Ada Lovelace' },
  ])
  expect(await history('?query=lovelace')).toMatchObject({ total: 1, events: [{ name: 'Ada Lovelace' }] })
})

test('a failed sign-in is recorded with its reason, but without the typed name if no account has it', async () => {
  await signIn('ada', 'wrong')
  await signIn('My-Password-1', 'x')
  await signIn('vera', 'x')
  const { events } = await history()
  expect(events).toMatchObject([
    { username: 'vera@example.com', successful: false, failure_reason: 'no password' },
    { username: '(unknown account)', successful: false, failure_reason: 'unknown account' },
    { username: 'ada@example.com', successful: false, failure_reason: 'wrong password' },
  ])
  expect(JSON.stringify(events)).not.toContain('My-Password-1')
})

test('sign-ins refused by the rate limit are recorded once per minute', async () => {
  const minute = (ahead: number) => new Date(Math.floor(Date.now() / 60_000 + ahead) * 60_000)
  await db
    .insertInto('login_attempts')
    .values([0, 1].map((ahead) => ({ who: accountKey('edith'), attempts: 10, minute: minute(ahead) })))
    .execute()
  for (let i = 0; i < 4; i++) expect((await signIn('edith')).status).toBe(429)
  const { events } = await history('?successful=false')
  expect(events[0]).toMatchObject({ username: 'edith@example.com', failure_reason: 'too many attempts' })
  expect(events.length).toBeLessThan(3)
})

test('the login history can be searched and paged', async () => {
  await signIn('ada')
  await signIn('ada', 'wrong')
  await signIn('edith')
  const names = async (query: string) =>
    (await history(query)).events.map((event: { username: string }) => event.username)
  expect(await names('?query=EDITH')).toEqual(['edith@example.com'])
  expect(await names('?query=%25')).toEqual([])
  expect(await names('?query=127.0.0.1&successful=true')).toEqual(['edith@example.com', 'ada@example.com'])
  expect(await names('?type=logout')).toEqual([])
  expect(await names('?limit=1&offset=1')).toEqual(['ada@example.com'])
  expect(await history('?limit=1')).toMatchObject({ total: 3 })
  expect((await as.admin.get(`${path}?limit=9999`)).status).toBe(400)
})

test('the CSV export escapes formulas', async () => {
  await db
    .insertInto('logins')
    .values({
      type: 'login',
      auth_type: 'oidc',
      username: '=cmd()',
      successful: false,
      failure_reason: 'a "b"',
    })
    .execute()
  const { status, headers, body } = await as.admin.get(path, { headers: { accept: 'text/csv' } })
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('text/csv')
  const [first, second] = body.split('\r\n')
  expect(first).toBe('id,created_at,type,username,auth_type,successful,failure_reason,ip,user_agent')
  expect(second).toMatch(/^\d+,[\d:.TZ-]+,login,'=cmd\(\),oidc,false,"a ""b""",,$/)
})

test('only callers who can read logs see the login history, and entries expire after two weeks', async () => {
  expect((await as.editor.get(path)).status).toBe(403)
  expect((await as.anonymous.get(path)).status).toBe(401)
  const login = { type: 'login', auth_type: 'password', successful: true } as const
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000)
  await db
    .insertInto('logins')
    .values([
      { ...login, username: 'old', created_at: hours(337) },
      { ...login, username: 'new', created_at: hours(335) },
    ])
    .execute()
  await expireSessions(own(db))
  expect((await history()).events.map((event: { username: string }) => event.username)).toEqual(['new'])
})
