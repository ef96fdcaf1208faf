import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followed } from '../../../../test/followed.ts'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import { hashPassword } from '../../../people/auth/hashing.ts'
import { requestAccess } from '../../../people/users/index.ts'
import { insertNewSignIns } from '../making/queries.ts'
import { queueDue } from './jobs.ts'
import { unsubscribeToken } from './links.ts'
import { queueReports } from './report.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { app, as, db, client, actors } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  URL: 'https://flags.example',
  ENCRYPTION_KEY: 'a key for tests',
})
await app.startWork()
for (const who of [as.admin, as.editor, as.viewer]) await who.get('/api/admin/user')
beforeAll(async () => {
  const password_hash = await hashPassword('Correct-horse-7')
  await db.updateTable('users').set({ password_hash }).where('username', '=', 'edith').execute()
})
beforeEach(() => {
  mailbox.mails.splice(0)
})

/** Sends what is due as if its two minutes were over, and waits until the queues are empty. */
async function mails() {
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 180_000) })
    .execute()
  await queueDue(app.handles.write)
  return sent()
}
async function sent() {
  const waiting = async () =>
    (
      await app.database.pool.query(
        "select 1 from jobs.job where name like 'mail-%' and state in ('created', 'retry', 'active')",
      )
    ).rows.length
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  return mailbox.mails
}
const unsubscribeIn = (head: string | undefined) =>
  /^List-Unsubscribe: ?<https:\/\/flags\.example(\/unsubscribe\/[^>]+)>/m.exec(
    (head ?? '').replace(/\r\n\s+/g, ''),
  )?.[1]

test('administrators get an email when someone without an account asks for access', async () => {
  await requestAccess(app.handles.write, 'grace@navy.example', '192.0.2.1')
  await followed({ db }, 'notifications')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect([mail?.to, mail?.subject]).toEqual([
    ['ada@example.com'],
    'grace@navy.example asks for access to Flagstaff',
  ])
  expect(mail?.text).toContain('https://flags.example/admin/users')
  expect(unsubscribeIn(mail?.head)).toBeDefined()
  expect((await as.admin.get('/api/admin/notifications')).body).toMatchObject([
    { kind: 'access-request', message: 'grace@navy.example asks for access', link: '/admin/users' },
  ])
})

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
async function signIn(agent: string) {
  const body = { username: 'edith', password: 'Correct-horse-7' }
  expect((await client({ 'user-agent': agent }).post('/auth/simple/login', body)).status).toBe(200)
  await app.handles.note(insertNewSignIns)
}

test('a sign-in with a browser that the account has not used before is emailed to those who want it', async () => {
  await signIn(firefox(140))
  await signIn('Chrome/1')
  expect(await mails()).toEqual([])
  await db.deleteFrom('known_browsers').where('browser', '<>', 'Firefox, Linux').execute()
  await as.editor.put('/api/admin/notifications/preferences', {
    preferences: [{ kind: 'new-sign-in', inApp: true, mail: 'now' }],
  })
  await signIn(firefox(141))
  expect(await mails()).toEqual([])
  await signIn(safari)
  await signIn(safari)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect([mail?.to, mail?.subject]).toEqual([['edith@example.com'], 'New sign-in to your Flagstaff account'])
  expect(mail?.text).toContain('Safari, iOS, from the address 127.0.0.1')
  expect(mail?.text).toContain('https://flags.example/profile/sessions')
  expect(unsubscribeIn(mail?.head)).toBeUndefined()
})

test('the link of the daily email does not end the emails about sign-ins', async () => {
  const set = (mail: string) =>
    as.editor.put('/api/admin/notifications/preferences', {
      preferences: ['new-sign-in', 'own-flag'].map((kind) => ({ kind, inApp: true, mail })),
    })
  await set('daily')
  const token = unsubscribeToken(app.handles.settings, actors.editor.id, 'digest')
  expect((await as.anonymous.post(`/unsubscribe/${token}`)).status).toBe(200)
  const { preferences } = (await as.editor.get('/api/admin/notifications/preferences')).body
  const mailOf = (kind: string) => preferences.find((one: { kind: string }) => one.kind === kind).mail
  expect([mailOf('new-sign-in'), mailOf('own-flag')]).toEqual(['daily', 'off'])
})

test('the monthly report goes to subscribers once a month, with figures of projects that they can see', async () => {
  await queueReports(app.handles.write, '2026-02-01')
  expect(await sent()).toEqual([])
  const at = '/api/admin/email-subscription/productivity-report'
  expect((await as.viewer.put(at)).status).toBe(202)
  expect((await as.viewer.get('/api/admin/notifications/preferences')).body.productivityReport).toBe(true)
  await db.insertInto('projects').values({ id: 'hidden', name: 'Hidden', mode: 'private' }).execute()
  const stocks = { overdue: 1, initial: 0, pre_live: 0, live: 0, completed: 0, measured: true }
  const types = { experimental: 0, release: 10, permanent: 0, members: 1 }
  await db
    .insertInto('insight_days')
    .values([
      { project: 'default', day: '2026-02-28', total: 10, stale: 1, ...stocks, ...types },
      { project: 'default', day: '2026-01-31', total: 10, stale: 4, ...stocks, ...types },
      { project: 'hidden', day: '2026-02-28', total: 90, stale: 90, ...stocks, ...types },
    ])
    .execute()
  const flow = (project: string, day: string, kind: string, dim: string, count: number) => ({
    project,
    day,
    kind,
    dim,
    count,
  })
  await db
    .insertInto('insight_flows')
    .values([
      flow('default', '2026-02-01', 'created', 'release', 3),
      flow('default', '2026-02-28', 'created', 'experiment', 2),
      flow('default', '2026-03-01', 'created', 'release', 40),
      flow('default', '2026-01-31', 'created', 'release', 1),
      flow('default', '2026-02-10', 'changes', 'production', 6),
      flow('default', '2026-02-10', 'changes', 'development', 50),
      flow('hidden', '2026-02-10', 'created', 'release', 70),
    ])
    .execute()
  await queueReports(app.handles.write, '2026-02-01')
  await queueReports(app.handles.write, '2026-02-01')
  const [mail, ...others] = await sent()
  expect(others).toEqual([])
  expect([mail?.to, mail?.subject]).toEqual([['vera@example.com'], 'Your Flagstaff report for February 2026'])
  expect(mail?.text).toContain('Health: 80 % (50 %). 2 of 10 flags are stale or potentially stale.')
  expect(mail?.text).toContain('Flags created: 5 (1).')
  expect(mail?.text).toContain('Changes in production: 6 (0).')
  expect((await as.anonymous.post(unsubscribeIn(mail?.head) ?? '')).status).toBe(200)
  expect((await as.viewer.get('/api/admin/notifications/preferences')).body.productivityReport).toBe(false)
})
