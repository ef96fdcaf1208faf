import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeFlag, makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { listen, openStream, type Stream } from '../../../test/stream.ts'
import { system } from '../../platform/write/actor.ts'
import { openLive } from './index.ts'

const { app, as, db, actors } = await testApp()
const address = await listen(app.http)
await makeFlag(db, 'checkout', { environments: { development: {}, production: {} } })
await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'secret', { project: 'hidden', environments: { development: {} } })

const open: Stream[] = []
afterAll(() => {
  for (const stream of open) stream.close()
})
const follow = async (token: string, more: { since?: string; last?: string } = {}) => {
  const stream = await openStream(
    `${address}/api/admin/live${more.since === undefined ? '' : `?since=${more.since}`}`,
    { authorization: token, ...(more.last === undefined ? {} : { 'last-event-id': more.last }) },
  )
  open.push(stream)
  return stream
}
const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
const revision = async () =>
  (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision
const segment = (name: string) => as.admin.post('/api/admin/segments', { name, constraints: [] })
const flip = (flag: string, project = 'default') =>
  as.admin.post(`/api/admin/projects/${project}/features/${flag}/environments/development/on`)
const types = ({ messages }: Stream) => messages.map(({ data }) => data.type)

test('a change by another user is sent without its contents', async () => {
  const stream = await follow(actors.viewer.token)
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers['cache-control']).toBe('no-cache')
  expect(stream.headers['x-accel-buffering']).toBe('no')
  expect(stream.headers['x-content-type-options']).toBe('nosniff')
  expect((await stream.until(1))[0]).toEqual({ id: '0', event: 'hello', data: { revision: 0 } })
  await flip('checkout')
  const [, added, enabled] = await stream.until(3)
  expect(added?.data.type).toBe('feature-strategy-add')
  expect(enabled).toEqual({
    id: '2',
    event: 'change',
    data: {
      revision: 2,
      type: 'feature-environment-enabled',
      project: 'default',
      environment: 'development',
      flag: 'checkout',
      kind: 'flag',
      key: 'checkout',
    },
  })
})

test('changes in private projects and to accounts are not sent to callers without access', async () => {
  const stream = await follow(actors.viewer.token)
  const admin = await follow(actors.admin.token)
  await flip('secret', 'hidden')
  await as.admin.post('/api/admin/user-admin', { username: 'newcomer', rootRole: 3 })
  await segment('after')
  expect((await admin.until(5)).map(({ data }) => data.kind)).toEqual([
    undefined,
    'flag',
    'flag',
    'user',
    'segment',
  ])
  await stream.until(2)
  expect(types(stream)).toEqual([undefined, 'segment-created'])
  expect(stream.messages[1]?.data.key).toBe('1')
})

test("a stream follows changes of the caller's permissions at once", async () => {
  const stream = await follow(actors.viewer.token)
  const access = '/api/admin/projects/hidden/users'
  await as.admin.put(`${access}/${actors.viewer.id}/roles`, { roles: [6] })
  await stream.until(2)
  await as.admin.put('/api/admin/projects/hidden/features/secret', { description: 'seen' })
  await stream.until(3)
  await as.admin.delete(`${access}/${actors.viewer.id}/roles`)
  await stream.until(4)
  await as.admin.put('/api/admin/projects/hidden/features/secret', { description: 'unseen' })
  await segment('rights')
  await stream.until(5)
  expect(types(stream).slice(1)).toEqual([
    'project-access-user-roles-updated',
    'feature-metadata-updated',
    'project-access-user-roles-deleted',
    'segment-created',
  ])
})

test('a client that reconnects gets exactly the changes it missed', async () => {
  const first = await follow(actors.viewer.token)
  const at = (await first.until(1))[0]?.id ?? ''
  await segment('seen')
  const last = (await first.until(2))[1]?.id ?? ''
  first.close()
  for (const name of ['missed-1', 'missed-2', 'missed-3']) await segment(name)
  await as.admin.put('/api/admin/projects/hidden/features/secret', { description: 'hidden' })
  const from = Number(last)
  const second = await follow(actors.viewer.token, { since: at, last })
  await segment('live')
  await second.until(4)
  expect(second.messages.map(({ id }) => Number(id))).toEqual([from + 1, from + 2, from + 3, from + 5])
  const third = await follow(actors.viewer.token, { since: at })
  expect((await third.until(5)).map(({ id }) => Number(id))).toEqual([
    from,
    from + 1,
    from + 2,
    from + 3,
    from + 5,
  ])
})

test('clients that connect during concurrent changes get every change exactly once', async () => {
  const from = await revision()
  const changes = Promise.all(Array.from({ length: 20 }, (_, n) => segment(`many-${n}`)))
  const streams = await Promise.all(
    Array.from({ length: 10 }, () => follow(actors.viewer.token, { since: String(from) })),
  )
  await changes
  const expected = Array.from({ length: 20 }, (_, n) => from + n + 1)
  for (const stream of streams) {
    expect((await stream.until(20)).map(({ data }) => data.revision)).toEqual(expected)
    stream.close()
  }
})

test('a client with an unknown or invalid revision has to reload', async () => {
  const now = await revision()
  for (const last of [String(now + 1), 'nonsense']) {
    const stream = await follow(actors.viewer.token, { last })
    expect(await stream.until(1)).toEqual([{ id: String(now), event: 'reset', data: { revision: now } }])
  }
  expect((await follow(actors.viewer.token, { since: '-1' })).status).toBe(400)
})

test('revoking the token ends the stream', async () => {
  const { body } = await as.member.post('/api/admin/user/tokens', {
    description: 'short',
    expiresAt: new Date(Date.now() + 1e6).toISOString(),
  })
  const stream = await follow(body.secret)
  await stream.until(1)
  await as.member.delete(`/api/admin/user/tokens/${body.id}`)
  await stream.ended
  expect((await follow(body.secret)).status).toBe(401)
})

test('deleting the account ends the stream', async () => {
  const { body } = await as.admin.post('/api/admin/user-admin', { username: 'leaving', rootRole: 3 })
  const expires_at = new Date(Date.now() + 1e6)
  const digest = digestOf('user:leaving')
  await db
    .insertInto('personal_tokens')
    .values({ user_id: body.id, description: 'x', digest, expires_at })
    .execute()
  const stream = await follow('user:leaving')
  await stream.until(1)
  await as.admin.delete(`/api/admin/user-admin/${body.id}`)
  await stream.ended
})

test('a stream ends with its session, and does not keep an idle session alive', async () => {
  const digest = digestOf('session')
  const seen_at = new Date(Date.now() - 10 * 60_000)
  await db
    .insertInto('sessions')
    .values({ digest, user_id: actors.viewer.id, expires_at: new Date(Date.now() + 1e6) })
    .execute()
  const stream = await openStream(`${address}/api/admin/live`, { cookie: 'flagstaff-session=session' })
  await stream.until(1)
  await db.updateTable('sessions').set({ seen_at }).where('digest', '=', digest).execute()
  // A new account may change permissions, so all callers are verified again.
  const newcomer = (username: string) => as.admin.post('/api/admin/user-admin', { username, rootRole: 3 })
  await newcomer('first')
  await segment('session')
  await stream.until(2)
  const session = await db
    .selectFrom('sessions')
    .select('seen_at')
    .where('digest', '=', digest)
    .executeTakeFirst()
  expect(session).toEqual({ seen_at })
  await db.deleteFrom('sessions').where('digest', '=', digest).execute()
  await newcomer('second')
  await stream.ended
})

test('an open stream is verified repeatedly, and ends when the caller loses access', async () => {
  let round = async () => {}
  const follow = (onNews: () => Promise<void>) => {
    round = onNews
    return () => {}
  }
  const news = { follow, announce: () => {}, stop: async () => {} }
  const live = openLive({ read: app.database.read, news, verifyMs: -1 })
  const answers = [new Error('the database does not answer'), system, undefined]
  const identify = async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const stream = await live.join({ caller: system, credential: 'same', identify }, undefined)
  const closed = new Promise((done) => stream.resume().once('close', done))
  await expect(round()).rejects.toThrow('does not answer')
  await round()
  expect(stream.readableEnded).toBe(false)
  await round()
  await closed
  live.stop()
})

test('a caller has a limited number of streams, and those of others are not counted', async () => {
  const live = openLive({
    read: app.database.read,
    news: { follow: () => () => {}, announce: () => {}, stop: async () => {} },
  })
  const join = (id: number) => {
    const caller = { ...system, actor: { ...system.actor, id } }
    return live.join({ caller, credential: 'same', identify: async () => caller }, undefined)
  }
  const streams = await Promise.all(Array.from({ length: 100 }, () => join(1)))
  await expect(join(1)).rejects.toMatchObject({ code: 'tooMany' })
  await join(2)
  const [first] = streams
  const closed = new Promise((done) => first?.once('close', done))
  first?.destroy()
  await closed
  await join(1)
  live.stop()
})

test('a stream requires a signed-in caller, and ends when the server stops', async () => {
  expect((await as.anonymous.get('/api/admin/live')).status).toBe(401)
  const stream = await follow(actors.viewer.token)
  await stream.until(1)
  await app.http.close()
  await stream.ended
})
