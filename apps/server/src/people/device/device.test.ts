import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db, actors, client } = await testApp({ URL: 'https://flags.example' })
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const start = async (more: object = {}) =>
  (await as.anonymous.post('/auth/device', { host: 'laptop', ...more })).body
const poll = (device_code: string) => as.anonymous.post('/auth/device/token', { grant_type, device_code })
const answer = (verb: string, userCode: string, who = as.editor) =>
  who.post(`/api/admin/device/${verb}`, { userCode })
const newest = (count: number) =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(count).execute()
/** As if the interval had passed. */
const wait = () => db.updateTable('device_grants').set({ polled_at: null }).execute()

beforeEach(() => db.deleteFrom('login_attempts').execute())

test('an approved device gets a personal token of the user, once', async () => {
  const codes = await start()
  expect(codes).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
    verification_uri: 'https://flags.example/device',
    verification_uri_complete: `https://flags.example/device?code=${codes.user_code}`,
    interval: 5,
    expires_in: 600,
  })
  expect((await poll(codes.device_code)).body).toMatchObject({ error: 'authorization_pending' })

  const { body: shown } = await answer('find', codes.user_code.toLowerCase().replace('-', ' '))
  expect(shown).toMatchObject({ userCode: codes.user_code, host: 'laptop', ip: '127.0.0.1', days: 30 })
  expect((await answer('approve', codes.user_code)).status).toBe(204)
  const [approved] = await newest(1)
  expect(approved).toMatchObject({
    type: 'device-approved',
    actor_id: actors.editor.id,
    data: { name: 'laptop', days: 30 },
  })

  await wait()
  const { status, body, headers } = await poll(codes.device_code)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({
    access_token: expect.stringMatching(/^user:v2_/),
    token_type: 'bearer',
    token_name: 'CLI on laptop',
  })
  expect(body.expires_in).toBeGreaterThan(29.9 * 86_400)
  const [created] = await newest(1)
  expect(created).toMatchObject({ type: 'pat-created', actor_id: actors.editor.id })
  const own = client({ authorization: body.access_token })
  expect((await own.get('/api/admin/user')).body.user.id).toBe(actors.editor.id)

  expect((await poll(codes.device_code)).body).toMatchObject({ error: 'expired_token' })
  expect((await answer('approve', codes.user_code)).status).toBe(404)
})

test('an approved device gets no token after the password was replaced', async () => {
  const { device_code, user_code } = await start({ host: 'stolen' })
  await answer('approve', user_code, as.owner)
  const password = { password: 'Correct-horse-8' }
  expect(
    (await as.admin.post(`/api/admin/user-admin/${actors.owner.id}/change-password`, password)).status,
  ).toBe(200)
  await wait()
  expect((await poll(device_code)).body).toMatchObject({ error: 'expired_token' })
})

test('two requests at once get one token', async () => {
  const { device_code, user_code } = await start({ host: 'twice' })
  await answer('approve', user_code)
  const statuses = (await Promise.all([poll(device_code), poll(device_code)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 400])
})

test('only digests of the codes are stored', async () => {
  const { device_code, user_code } = await start()
  const stored = JSON.stringify(
    (await db.selectFrom('device_grants').selectAll().execute()).map((row) => ({
      ...row,
      digest: row.digest.toString('latin1'),
      user_code_digest: row.user_code_digest.toString('latin1'),
    })),
  )
  expect(stored).not.toContain(device_code)
  expect(stored).not.toContain(user_code)
  await answer('approve', user_code)
  expect(JSON.stringify(await newest(1))).not.toContain(user_code)
})

test('a second sign-in of the same host replaces its token', async () => {
  const signIn = async () => {
    const { device_code, user_code } = await start({ host: 'again', days: 365 })
    await answer('approve', user_code)
    return (await poll(device_code)).body.access_token
  }
  const [first, second] = [await signIn(), await signIn()]
  expect((await client({ authorization: first }).get('/api/admin/user')).status).toBe(401)
  expect((await client({ authorization: second }).get('/api/admin/user')).status).toBe(200)
  expect((await newest(2)).map(({ type }) => type)).toEqual(['pat-created', 'pat-deleted'])
})

test('a denied device gets no token', async () => {
  const { device_code, user_code } = await start()
  expect((await answer('deny', 'BBBB-BBBB')).status).toBe(404)
  expect((await answer('deny', user_code)).status).toBe(204)
  expect(await newest(1)).toMatchObject([{ type: 'device-denied' }])
  expect((await poll(device_code)).body).toMatchObject({ error: 'access_denied' })
  expect((await answer('approve', user_code)).status).toBe(404)
})

test('a device that asks too often is slowed down', async () => {
  const { device_code } = await start()
  await poll(device_code)
  // As if no time had passed.
  await db.updateTable('device_grants').set({ polled_at: sql`now() + interval '1 minute'` }).execute()
  expect((await poll(device_code)).body).toMatchObject({ error: 'slow_down' })
  const { poll_seconds } = await db
    .selectFrom('device_grants')
    .select('poll_seconds')
    .orderBy('poll_seconds', 'desc')
    .executeTakeFirstOrThrow()
  expect(poll_seconds).toBe(10)
})

test('codes expire', async () => {
  const { device_code, user_code } = await start()
  await db.updateTable('device_grants').set({ expires_at: sql`now() - interval '1 second'` }).execute()
  expect((await answer('find', user_code)).status).toBe(404)
  expect((await poll(device_code)).body).toMatchObject({ error: 'expired_token' })
})

test('five wrong codes lock the page for the account, right ones do not count', async () => {
  const { user_code } = await start()
  for (let i = 0; i < 8; i++) expect((await answer('find', user_code)).status).toBe(200)
  const guesses = await Promise.all(Array.from({ length: 12 }, () => answer('find', 'BBBB-BBBB')))
  // A minute can begin in between.
  const wrong = guesses.filter(({ status }) => status === 404).length
  expect([5, 10]).toContain(wrong)
  const locked = await answer('find', user_code)
  if (wrong === 5)
    expect(locked).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  expect((await answer('find', user_code, as.viewer)).status).toBe(200)
})

test('starting and asking are limited by address', async () => {
  const starts = await Promise.all(
    Array.from({ length: 45 }, () => as.anonymous.post('/auth/device', { host: 'many' })),
  )
  expect(starts.some(({ status }) => status === 429)).toBe(true)
  const polls = await Promise.all(Array.from({ length: 245 }, () => poll('nothing')))
  expect(polls.some(({ status }) => status === 429)).toBe(true)
})

test('only people can approve devices', async () => {
  const { user_code } = await start()
  expect((await answer('approve', user_code, as.adminToken)).status).toBe(403)
  expect((await answer('approve', user_code, as.anonymous)).status).toBe(401)
  const { body: account } = await as.admin.post('/api/admin/service-account', {
    name: 'robot',
    username: 'robot',
    rootRole: 3,
  })
  const { body: token } = await as.admin.post(`/api/admin/service-account/${account.id}/token`, {
    description: 'ci',
    expiresAt: '2038-01-01T00:00:00Z',
  })
  expect((await answer('approve', user_code, client({ authorization: token.secret }))).status).toBe(403)
})

test.each([
  { host: 'Your IT department: approve this' },
  { host: '' },
  { host: 'laptop', days: 0 },
  { host: 'laptop', days: 366 },
])('rejects %j', async (body) => {
  expect((await as.anonymous.post('/auth/device', body)).status).toBe(400)
})

test('a deleted account does not get a token', async () => {
  const { device_code, user_code } = await start({ host: 'gone' })
  await answer('approve', user_code, as.member)
  await as.admin.delete(`/api/admin/user-admin/${actors.member.id}`)
  expect((await poll(device_code)).body).toMatchObject({ error: 'expired_token' })
})
