import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { provider } from '../../../../test/scim.ts'

const kit = await testApp({ UNLEASH_URL: 'https://flags.example.com', BASE_URI_PATH: '' })
const { as, client, db } = kit
const settings = '/api/admin/scim-settings'
const withToken = (token: string) => client({ authorization: `Bearer ${token}` })
const lastEvent = async () =>
  db
    .selectFrom('events')
    .select(['type', 'data', 'pre_data'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('SCIM is off by default, and its routes return 404', async () => {
  expect((await as.admin.get(settings)).body).toEqual({ enabled: false, hasToken: false })
  const { status, body, headers } = await withToken('anything').get('/scim/Users')
  expect(status).toBe(404)
  expect(headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' })
})

test('a SCIM token cannot be created while SCIM is off', async () => {
  expect((await as.admin.post(`${settings}/generate-new-token`)).status).toBe(404)
})

test('an administrator can turn SCIM on, which is recorded in the event log', async () => {
  expect((await as.admin.post(settings, { enabled: true })).status).toBe(200)
  expect(await lastEvent()).toEqual({
    type: 'setting-created',
    data: { name: 'scim', enabled: true },
    pre_data: null,
  })
  expect((await as.admin.get(settings)).body).toEqual({ enabled: true, hasToken: false })
  expect((await withToken('').get('/scim/Users')).status).toBe(401)
})

test('the SCIM token is shown once and stored as a digest', async () => {
  const { body } = await as.admin.post(`${settings}/generate-new-token`)
  expect(body.token).toMatch(/^scim:v2_[\w-]{22}_[\w-]{43}$/)
  expect((await withToken(body.token).get('/scim/Users')).status).toBe(200)
  expect((await as.admin.get(settings)).body).toEqual({ enabled: true, hasToken: true })
  const stored = JSON.stringify([
    await db.selectFrom('scim_token').selectAll().execute(),
    await db.selectFrom('settings').selectAll().execute(),
    await db.selectFrom('events').selectAll().execute(),
  ])
  expect(stored).not.toContain(body.token.slice(-43))
  expect(await lastEvent()).toEqual({
    type: 'setting-updated',
    data: { name: 'scim', enabled: true, tokenReplaced: true },
    pre_data: { name: 'scim', enabled: true },
  })
})

test('creating a new SCIM token invalidates the previous one', async () => {
  const first = (await as.admin.post(`${settings}/generate-new-token`)).body.token
  const second = (await as.admin.post(`${settings}/generate-new-token`)).body.token
  expect((await withToken(first).get('/scim/Users')).status).toBe(401)
  expect((await withToken(second).get('/scim/Users')).status).toBe(200)
})

test('the SCIM token works only for SCIM, and no other token does', async () => {
  const { body } = await as.admin.post(`${settings}/generate-new-token`)
  expect((await withToken(body.token).get('/api/admin/user-admin')).status).toBe(401)
  expect((await withToken(body.token).get('/api/client/features')).status).toBe(401)
  for (const actor of ['anonymous', 'admin', 'adminToken', 'backendToken', 'frontendToken'] as const) {
    const { status, headers } = await as[actor].get('/scim/v2/Users')
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Bearer')
  }
})

test('the SCIM status shows the last request without ids of accounts', async () => {
  const idp = await provider(kit)
  await idp.get('/scim/v2/Users/somebody')
  await expect
    .poll(async () => (await as.admin.get(`${settings}/status`)).body.lastRequest)
    .toMatchObject({ request: 'GET /scim/v2/Users/:id', status: 404 })
  expect((await as.admin.get(`${settings}/status`)).body).toMatchObject({
    baseUrl: 'https://flags.example.com/scim',
    activeUsers: 0,
    inactiveUsers: 0,
    groups: 0,
    token: { createdBy: 'ada@example.com' },
  })
})

test('turning SCIM off takes effect at once and can be undone', async () => {
  const idp = await provider(kit)
  const { headers } = await as.admin.post(settings, { enabled: false })
  expect((await idp.get('/scim/Users')).status).toBe(404)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect((await idp.get('/scim/Users')).status).toBe(200)
})

test('SCIM settings need the permission to configure authentication', async () => {
  for (const actor of ['viewer', 'editor', 'owner'] as const) {
    expect((await as[actor].get(settings)).status).toBe(403)
    expect((await as[actor].get(`${settings}/status`)).status).toBe(403)
    expect((await as[actor].post(settings, { enabled: false })).status).toBe(403)
    expect((await as[actor].post(`${settings}/generate-new-token`)).status).toBe(403)
  }
  expect((await as.anonymous.get(settings)).status).toBe(401)
  expect((await as.admin.post(settings, {})).status).toBe(400)
})
