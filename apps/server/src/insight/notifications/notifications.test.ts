import { changeLines } from '@flagstaff/contract/event-change-lines'
import { afterAll, expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { followed } from '../../../test/followed.ts'
import { type Client, testApp } from '../../../test/kit.ts'
import { listen, openStream } from '../../../test/stream.ts'
import { noticeTokens } from './jobs.ts'
import { insertFailingIntegrations } from './making/queries.ts'
import { removeOld } from './queries.ts'

const { app, as, db, actors } = await testApp()
await app.startWork()
const path = '/api/admin/notifications'
const home = '/api/admin/projects/default'

type Listed = { id: number; message: string; kind: string; link: string; readAt: string | null }
const list = async (who: Client): Promise<Listed[]> => (await who.get(path)).body
const messages = async (who: Client) => (await list(who)).map(({ message }) => message)
const unread = async (who: Client): Promise<number> =>
  (await who.get('/api/admin/ui-config')).body.unreadNotifications
const readAll = () =>
  Promise.all(
    [as.admin, as.editor, as.owner, as.member, as.viewer].map((who) => who.post(`${path}/read-all`)),
  )
const handled = () => followed({ db }, 'notifications')
const streams: { close(): void }[] = []
afterAll(() => {
  for (const stream of streams) stream.close()
})
// Everyone was here recently.
for (const who of [as.admin, as.editor, as.owner, as.member, as.viewer]) await who.get('/api/admin/user')

test('the creator of a flag is notified of changes by others, in one line for each change', async () => {
  await as.owner.post(`${home}/features`, { name: 'mine' })
  await as.admin.post(`${home}/features/mine/environments/development/on`)
  await handled()
  const found = await list(as.owner)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    kind: 'own-flag',
    notificationType: 'toggle',
    subject: 'mine',
    project: 'default',
    environment: 'development',
    link: '/projects/default/features/mine',
    createdBy: { username: 'ada@example.com', imageUrl: expect.stringContaining('/avatar/') },
    readAt: null,
  })
  expect(found[0]?.message).toMatch(/^ada@example.com turned on mine in development/)
  expect(await list(as.admin)).toEqual([])
  await as.owner.post(`${home}/features/mine/environments/development/off`)
  await handled()
  expect(await list(as.owner)).toHaveLength(1)
})

test('a bulk change of several flags is one notification, which says how many', async () => {
  await readAll()
  await as.owner.post(`${home}/features`, { name: 'second' })
  await as.admin.post(`${home}/archive`, { features: ['mine', 'second'] })
  await handled()
  const [first, ...others] = (await list(as.owner)).filter(({ readAt }) => readAt === null)
  expect(others).toEqual([])
  expect(first).toMatchObject({ events: 2, message: expect.stringContaining('and one more change') })
})

test('people who watch a flag are notified; accounts that were not seen for 30 days are not', async () => {
  await readAll()
  await as.admin.post(`${home}/features`, { name: 'watched' })
  await as.viewer.post(`${home}/features/watched/watch`)
  await as.member.post(`${home}/features/watched/watch`)
  const long = new Date(Date.now() - 31 * 86_400_000)
  await db
    .updateTable('personal_tokens')
    .set({ seen_at: long })
    .where('user_id', '=', actors.member.id)
    .execute()
  await as.editor.post(`${home}/features/watched/environments/development/on`)
  await handled()
  expect(await unread(as.viewer)).toBe(1)
  expect(await unread(as.admin)).toBe(1)
  await as.member.get('/api/admin/user')
  expect(await unread(as.member)).toBe(0)
})

test('notifications can be marked as read, one by one and all together, but not those of others', async () => {
  await as.editor.post(`${home}/features/watched/environments/development/off`)
  await handled()
  const [newest] = await list(as.viewer)
  expect(await unread(as.viewer)).toBe(2)
  await as.admin.post(`${path}/read`, { notifications: [newest?.id] })
  expect(await unread(as.viewer)).toBe(2)
  expect((await as.viewer.post(`${path}/read`, { notifications: [newest?.id] })).status).toBe(200)
  expect(await unread(as.viewer)).toBe(1)
  expect((await list(as.viewer))[0]?.readAt).toEqual(expect.any(String))
  expect((await as.viewer.post(`${path}/read-all`)).status).toBe(200)
  expect(await unread(as.viewer)).toBe(0)
  for (const body of [{}, { notifications: ['x'] }, { notifications: [-1] }])
    expect((await as.viewer.post(`${path}/read`, body)).status).toBe(400)
})

test('an admin token has no notifications', async () => {
  expect((await as.adminToken.get(path)).body).toEqual([])
  expect((await as.adminToken.post(`${path}/read-all`)).status).toBe(403)
  expect((await as.adminToken.get(`${path}/preferences`)).status).toBe(403)
  expect((await as.anonymous.get(path)).status).toBe(401)
})

test('members of a project are notified of its flags only if they want to be', async () => {
  await readAll()
  const { body } = await as.member.get(`${path}/preferences`)
  expect(body.preferences).toContainEqual({ kind: 'project-flag', inApp: false, mail: 'off' })
  const wanted = { kind: 'project-flag', inApp: true, mail: 'off' }
  const set = await as.member.put(`${path}/preferences`, { preferences: [wanted] })
  expect(set.body.preferences).toContainEqual(wanted)
  const [event] = (await as.admin.get('/api/admin/events?limit=1')).body.events
  expect(event).toMatchObject({
    type: 'user-preference-updated',
    data: { id: actors.member.id, preferences: [wanted] },
  })
  expect(changeLines(event)).toEqual(['notifications for flags of projects: off → on'])
  await as.admin.post(`${home}/features`, { name: 'announced' })
  await handled()
  expect(await unread(as.member)).toBe(1)
  expect(await unread(as.owner)).toBe(0)
  await as.member.post(`/api/admin/undo/${set.headers['x-undo']}`)
  await as.admin.post(`${home}/features`, { name: 'silent' })
  await handled()
  expect(await unread(as.member)).toBe(1)
  for (const preference of [
    { kind: 'unknown', inApp: true, mail: 'off' },
    { kind: 'own-flag', inApp: true, mail: 'weekly' },
  ])
    expect((await as.member.put(`${path}/preferences`, { preferences: [preference] })).status).toBe(400)
})

test('an email can be subscribed to and unsubscribed from by name', async () => {
  const at = (name: string) => `/api/admin/email-subscription/${name}`
  const mailOf = async (kind: string) =>
    (await as.viewer.get(`${path}/preferences`)).body.preferences.find(
      (one: { kind: string }) => one.kind === kind,
    ).mail
  const reports = async () => (await as.viewer.get('/api/admin/user/profile')).body.subscriptions
  expect((await as.viewer.delete(at('review-requested'))).status).toBe(202)
  expect(await mailOf('review-requested')).toBe('off')
  await as.viewer.put(at('review-requested'))
  expect(await mailOf('review-requested')).toBe('now')
  await as.viewer.put(at('own-flag'))
  expect(await mailOf('own-flag')).toBe('daily')
  expect(await reports()).toEqual([])
  await as.viewer.put(at('productivity-report'))
  expect(await reports()).toEqual(['productivity-report'])
  await as.viewer.delete(at('productivity-report'))
  expect(await reports()).toEqual([])
  expect((await as.viewer.put(at('nothing'))).status).toBe(404)
  expect((await as.viewer.delete(at('nothing'))).status).toBe(404)
})

test('reviewers get a notification of a request, and its author one of the decision', async () => {
  await readAll()
  await as.admin.put(`${home}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  const { body } = await as.owner.post(`${home}/features/watched/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  const at = `${home}/change-requests/${body.id}`
  await as.owner.put(`${at}/title`, { title: 'Starred for everyone' })
  await as.owner.put(`${at}/state`, { state: 'In review' })
  await handled()
  expect((await list(as.admin))[0]).toMatchObject({
    kind: 'review-requested',
    notificationType: 'change-request',
    link: `/projects/default/change-requests/${body.id}`,
    message: expect.stringContaining('Starred for everyone'),
  })
  expect(await unread(as.member)).toBe(0)
  // Named reviewers get one when they are added, and only once.
  const ask = (...reviewers: number[]) => as.owner.put(`${at}/approvers`, { reviewers })
  await ask(actors.admin.id, actors.editor.id)
  await ask(actors.admin.id, actors.editor.id)
  await handled()
  expect((await list(as.editor)).filter(({ kind }) => kind === 'review-requested')).toHaveLength(1)
  expect((await list(as.admin)).filter(({ kind }) => kind === 'review-requested')).toHaveLength(1)
  await as.admin.put(`${at}/state`, { state: 'Approved' })
  await handled()
  expect((await list(as.owner))[0]).toMatchObject({
    kind: 'review-decided',
    message:
      'ada@example.com approved a change request in production in the project default: “Starred for everyone”',
    parts: [
      { text: 'ada@example.com', name: true },
      { text: ' ', name: false },
      { text: 'approved a change request', name: false },
      { text: ': “', name: false },
      { text: 'Starred for everyone', name: true },
      { text: '”', name: false },
    ],
  })
})

test('a private project that an account can no longer see is gone from its list and count', async () => {
  await readAll()
  await makeProject(db, 'hidden', { mode: 'private', environments: ['development'] })
  const grant = () =>
    db
      .insertInto('project_members')
      .values({ project: 'hidden', user_id: actors.viewer.id, role_id: 5 })
      .execute()
  await grant()
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'canary-flag' })
  await as.viewer.post('/api/admin/projects/hidden/features/canary-flag/watch')
  const turn = (state: string) =>
    as.admin.post(`/api/admin/projects/hidden/features/canary-flag/environments/development/${state}`)
  expect((await turn('on')).status).toBe(200)
  await handled()
  expect((await messages(as.viewer)).join()).toContain('canary-flag')
  expect(await unread(as.viewer)).toBe(1)
  const removed = await as.admin.delete(`/api/admin/projects/hidden/users/${actors.viewer.id}/roles`)
  expect(removed.status).toBe(200)
  expect((await messages(as.viewer)).join()).not.toContain('canary-flag')
  expect(await unread(as.viewer)).toBe(0)
  // Nothing new is made for those who cannot see it.
  expect((await turn('off')).status).toBe(200)
  await handled()
  await grant()
  expect(await unread(as.viewer)).toBe(1)
})

test('a token that expires soon is announced once for each notice, with the shortest first', async () => {
  await readAll()
  const day = (n: number) => new Date(Date.now() + n * 86_400_000)
  const make = (userId: number, description: string, [created, ends]: [number, number]) =>
    db
      .insertInto('personal_tokens')
      .values({
        user_id: userId,
        description,
        digest: Buffer.from(description),
        created_at: day(created),
        expires_at: day(ends),
      })
      .execute()
  const robot = await as.admin.post('/api/admin/service-account', {
    name: 'Robot',
    username: 'robot',
    rootRole: 3,
  })
  await make(actors.owner.id, 'far', [-100, 30])
  await make(actors.owner.id, 'young', [-1, 10])
  await make(actors.owner.id, 'ending', [-100, 2])
  await make(robot.body.id, 'deploys', [-100, 13])
  const notice = () => noticeTokens(app.handles, app.handles.settings.expiryNoticeDays)
  await notice()
  await notice()
  const endings = async (who: Client) => (await list(who)).filter(({ kind }) => kind === 'token-ending')
  expect(await endings(as.owner)).toMatchObject([
    { subject: 'ending', link: '/profile/personal-api-tokens', createdBy: { imageUrl: null } },
  ])
  expect(await endings(as.admin)).toMatchObject([
    {
      message: expect.stringContaining('“deploys” of the service account Robot'),
      link: '/admin/service-accounts',
    },
  ])
})

test('an integration that fails for ten minutes is announced to those who can repair it', async () => {
  const { id } = await db
    .insertInto('integrations')
    .values({
      provider: 'webhook',
      description: 'Releases',
      enabled: true,
      parameters: '{}',
      signing: '',
      events: [],
      projects: [],
      environments: [],
      unscoped: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const since = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await db
    .insertInto('followers')
    .values({ name: `integration:${id}`, failing_since: since(5) })
    .execute()
  const failing = async (who: Client) =>
    (await list(who)).filter(({ kind }) => kind === 'integration-failing')
  await app.handles.note(insertFailingIntegrations)
  expect(await failing(as.admin)).toEqual([])
  await db
    .updateTable('followers')
    .set({ failing_since: since(11) })
    .where('name', '=', `integration:${id}`)
    .execute()
  await app.handles.note(insertFailingIntegrations)
  await app.handles.note(insertFailingIntegrations)
  expect(await failing(as.admin)).toMatchObject([
    {
      message: 'The integration Releases has been failing for 10 minutes',
      link: `/integrations/edit/${id}`,
    },
  ])
  expect(await failing(as.viewer)).toEqual([])
  await db.deleteFrom('integrations').where('id', '=', id).execute()
})

test('open pages of the account learn that there is a notification, and pages of others do not', async () => {
  const address = await listen(app.http)
  const open = async (token: string) => {
    const stream = await openStream(`${address}/api/admin/live`, { authorization: token })
    streams.push(stream)
    await stream.until(1)
    return stream
  }
  const [starred, other] = [await open(actors.viewer.token), await open(actors.owner.token)]
  await as.editor.post(`${home}/features/watched/environments/development/on`)
  const noticed = (stream: typeof starred) =>
    stream.messages.filter(({ data }) => data.kind === 'notification')
  await expect.poll(() => noticed(starred)).toHaveLength(1)
  expect(noticed(starred)[0]?.data).toMatchObject({ type: 'notification', project: null, flag: null })
  expect(noticed(other)).toEqual([])
  // A page that reconnects learns of what it missed.
  starred.close()
  const since = starred.messages[0]?.id
  const again = await openStream(`${address}/api/admin/live?since=${since}`, {
    authorization: actors.viewer.token,
  })
  streams.push(again)
  await expect.poll(() => noticed(again)).toHaveLength(1)
})

test('notifications are kept for 90 days', async () => {
  const before = (await list(as.viewer)).length
  const [oldest] = await list(as.viewer)
  const long = new Date(Date.now() - 91 * 86_400_000)
  await db
    .updateTable('notifications')
    .set({ created_at: long })
    .where('id', '=', oldest?.id ?? 0)
    .execute()
  await removeOld(db)
  expect(await list(as.viewer)).toHaveLength(before - 1)
})
