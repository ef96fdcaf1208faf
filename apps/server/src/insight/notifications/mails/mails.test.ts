import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeProject } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import { noticeTokens } from '../jobs.ts'
import { queueDaily, queueDue } from './jobs.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { app, as, db, actors } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  URL: 'https://flags.example',
  ENCRYPTION_KEY: 'a key for tests',
})
await app.startWork()
const home = '/api/admin/projects/default'
for (const who of [as.admin, as.editor, as.owner, as.viewer]) await who.get('/api/admin/user')
beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  mailbox.mails.splice(0)
})

type Row = {
  kind?: string
  mail?: string
  minutes?: number
  userId?: number
  project?: string
  flag?: string
}
let count = 0
/** Notifications as the follower stores them, made some minutes ago. */
async function store(...rows: Row[]): Promise<number[]> {
  const made = await db
    .insertInto('notifications')
    .values(
      rows.map(({ kind = 'own-flag', mail = 'now', minutes = 3, userId, project = 'default', flag }) => ({
        user_id: userId ?? actors.viewer.id,
        kind,
        source: `test:${++count}`,
        project,
        flag: flag ?? `flag-${count}`,
        revision: 1,
        actor_name: 'ada@example.com',
        shown: true,
        mail,
        created_at: new Date(Date.now() - minutes * 60_000),
      })),
    )
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}
const due = () => queueDue(app.handles.write)
const waiting = async () =>
  (
    await app.database.pool.query(
      "select 1 from jobs.job where name = 'mail-notifications' and state in ('created', 'retry', 'active')",
    )
  ).rows.length
/** Waits until every queued email was sent or dropped. */
const sent = async () => {
  await expect.poll(waiting).toBe(0)
  return mailbox.mails
}

test('an email is sent two minutes after a notification that is still unread', async () => {
  const [read] = await store(
    { kind: 'guard-tripped' },
    { minutes: 1 },
    { kind: 'plan-paused' },
    { mail: 'off' },
  )
  await as.viewer.post('/api/admin/notifications/read', { notifications: [read] })
  await due()
  const mails = await sent()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toEqual(['vera@example.com'])
})

test('a notification that is read while its email is queued is not sent', async () => {
  await store({})
  await due()
  await db.updateTable('notifications').set({ read_at: new Date() }).execute()
  expect(await sent()).toHaveLength(0)
})

test('one kind of email is sent at most every ten minutes, and then tells all that came in between', async () => {
  await store({})
  await due()
  await store({}, {})
  await due()
  expect(await sent()).toHaveLength(1)
  const earlier = new Date(Date.now() - 11 * 60_000)
  await db
    .updateTable('notifications')
    .set({ mailed_at: earlier })
    .where('mailed_at', 'is not', null)
    .execute()
  await due()
  const mails = await sent()
  expect(mails).toHaveLength(2)
  expect(mails[1]?.subject).toMatch(/^2 notifications: /)
  expect(mails[1]?.text).toContain('https://flags.example/notifications')
})

test('the daily email has everything of the day that is unread, once', async () => {
  await store({ mail: 'daily' }, { mail: 'daily', kind: 'project-flag' }, { mail: 'now' })
  await queueDaily(app.handles.write)
  await queueDaily(app.handles.write)
  const mails = await sent()
  expect(mails.map(({ subject }) => subject)).toEqual(['Your 2 notifications of the day'])
})

test('what an account can no longer see is not emailed', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  await store({ project: 'hidden', flag: 'canary-flag' })
  await store({ mail: 'daily', project: 'hidden', flag: 'canary-flag' }, { mail: 'daily', flag: 'open-flag' })
  await due()
  await queueDaily(app.handles.write)
  const mails = await sent()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Your notification of the day')
  expect(JSON.stringify(mails)).not.toContain('canary')
})

test('every email has a signed link that ends such emails with one request and no sign-in', async () => {
  await store({ kind: 'plan-paused' }, { mail: 'daily' })
  await due()
  await queueDaily(app.handles.write)
  const mails = await sent()
  expect(mails).toHaveLength(2)
  for (const { head } of mails) {
    const flat = head.replace(/\r\n\s+/g, '')
    expect(flat).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    const [, link = ''] =
      /^List-Unsubscribe: ?<https:\/\/flags\.example(\/unsubscribe\/[^>]+)>/m.exec(flat) ?? []
    const opened = await as.anonymous.get(link)
    expect([opened.status, opened.headers.location]).toEqual([
      302,
      'https://flags.example/profile/notifications',
    ])
    const posted = await app.http.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(posted.statusCode).toBe(200)
    expect((await as.anonymous.post(`${link}x`)).status).toBe(404)
  }
  const { preferences } = (await as.viewer.get('/api/admin/notifications/preferences')).body
  const off = preferences.filter(({ mail }: Row) => mail === 'off').map(({ kind }: Row) => kind)
  expect(off.sort()).toEqual(['new-sign-in', 'own-flag', 'plan-paused', 'project-flag'])
})

test('reviewers get an email with the title and the link of the request', async () => {
  await as.admin.put(`${home}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  await as.admin.post(`${home}/features`, { name: 'mailed' })
  const { body } = await as.owner.post(`${home}/features/mailed/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  const at = `${home}/change-requests/${body.id}`
  await as.owner.put(`${at}/title`, { title: 'Mailed for everyone' })
  await as.owner.put(`${at}/approvers`, { reviewers: [actors.admin.id] })
  await as.owner.put(`${at}/state`, { state: 'In review' })
  const made = () =>
    db.selectFrom('notifications').select('id').where('kind', '=', 'review-requested').execute()
  await expect.poll(made).toHaveLength(1)
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 180_000) })
    .execute()
  await due()
  const [mail] = (await sent()).filter(({ to }) => to[0] === 'ada@example.com')
  expect(mail?.subject).toContain('review “Mailed for everyone”')
  expect(mail?.text).toContain(`https://flags.example/projects/default/change-requests/${body.id}`)
})

test('the owner of a token that expires soon gets an email', async () => {
  const day = (n: number) => new Date(Date.now() + n * 86_400_000)
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: actors.editor.id,
      description: 'laptop',
      digest: Buffer.from('laptop'),
      created_at: day(-100),
      expires_at: day(2),
    })
    .execute()
  await noticeTokens(app.handles, [3])
  await db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 180_000) })
    .execute()
  await due()
  const [mail] = await sent()
  expect([mail?.to, mail?.subject]).toEqual([['edith@example.com'], 'Your token “laptop” expires soon'])
  expect(mail?.text).toContain('https://flags.example/profile/personal-api-tokens')
})

test('500 people get one email each', { timeout: 300_000 }, async () => {
  const people = await db
    .insertInto('users')
    .values(
      Array.from({ length: 500 }, (_, i) => ({
        username: `person-${i}`,
        email: `person-${i}@example.com`,
        root_role: 3,
      })),
    )
    .returning('id')
    .execute()
  await store(...people.map(({ id }) => ({ userId: id })))
  const began = performance.now()
  await due()
  await expect.poll(() => mailbox.mails.length, { timeout: 280_000, interval: 100 }).toBe(500)
  // The target is a minute; a busy machine may need longer.
  process.stdout.write(`500 emails: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(500)
})
