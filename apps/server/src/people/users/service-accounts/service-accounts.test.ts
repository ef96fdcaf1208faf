import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client, actors } = await testApp({ UNLEASH_PAT_KILL_SWITCH: 'false' })
const path = '/api/admin/service-account'
const soon = () => new Date(Date.now() + 1e9).toISOString()
const lastEvent = () =>
  db
    .selectFrom('events')
    .select(['type', 'actor_type', 'actor_name', 'data', 'pre_data'])
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow()
let robot = 0

test('creates a service account with a unique user name', async () => {
  const { status, body, headers } = await as.admin.post(path, {
    name: 'Deploys',
    username: 'deployer',
    rootRole: 2,
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Deploys', username: 'deployer', rootRole: 2, objectVersion: 1 })
  expect(headers.location).toBe(String(body.id))
  robot = body.id
  expect(await lastEvent()).toMatchObject({
    type: 'service-account-created',
    data: { id: robot, username: 'deployer', name: 'Deploys', rootRole: 2 },
  })
  expect((await as.admin.post(path, { name: 'x', username: 'Deployer', rootRole: 3 })).status).toBe(409)
  expect((await as.admin.post(path, { name: 'x', username: 'ADA', rootRole: 3 })).status).toBe(409)
  expect((await as.editor.post(path, { name: 'x', username: 'y', rootRole: 3 })).status).toBe(403)
})

test.each([
  ['no name', { name: ' ', username: 'x', rootRole: 3 }],
  ['no user name', { name: 'x', username: ' ', rootRole: 3 }],
  ['an unknown role', { name: 'x', username: 'x', rootRole: 99 }],
  ['a role of projects', { name: 'x', username: 'x', rootRole: 4 }],
])('a service account with %s is refused', async (_what, wrong) => {
  expect((await as.admin.post(path, wrong)).status).toBe(400)
})

test('a service account token authenticates to the admin API and shows its secret once', async () => {
  const made = await as.admin.post(`${path}/${robot}/token`, { description: 'pipeline', expiresAt: soon() })
  expect(made.status).toBe(201)
  expect(made.body.secret).toMatch(/^user:v2_[\w-]{22}_[\w-]{43}$/)
  expect(await lastEvent()).toMatchObject({
    type: 'service-account-token-created',
    data: { description: 'pipeline', serviceAccount: 'deployer', userId: robot },
  })
  const script = client({ authorization: made.body.secret })
  expect((await script.post('/api/admin/segments', { name: 'by a robot', constraints: [] })).status).toBe(201)
  expect(await lastEvent()).toMatchObject({ actor_type: 'service-account', actor_name: 'deployer' })
  expect((await script.get('/api/admin/user-admin')).status).toBe(403)

  const { body } = await as.admin.get(path)
  expect(body.serviceAccounts).toMatchObject([
    { id: robot, tokens: [{ description: 'pipeline', seenAt: expect.any(String) }] },
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(body.rootRoles.map((role: { name: string }) => role.name)).toEqual(['Admin', 'Editor', 'Viewer'])
  const tokens = await as.admin.get(`${path}/${robot}/token`)
  expect(tokens.body.pats).toMatchObject([{ description: 'pipeline', userId: robot }])

  const { id } = made.body
  expect((await as.admin.delete(`${path}/${robot}/token/999`)).status).toBe(404)
  expect((await as.editor.delete(`${path}/${robot}/token/${id}`)).status).toBe(403)
  expect((await as.admin.delete(`${path}/${robot}/token/${id}`)).status).toBe(200)
  expect(await lastEvent()).toMatchObject({ type: 'service-account-token-deleted' })
  expect((await script.get('/api/admin/user')).status).toBe(401)
})

test('a service account with administrator rights cannot make its own token last longer', async () => {
  const account = { name: 'Ruler', username: 'ruler', rootRole: 1 }
  const { id } = (await as.admin.post(path, account)).body
  const { body } = await as.admin.post(`${path}/${id}/token`, { description: 'short', expiresAt: soon() })
  const script = client({ authorization: body.secret })
  const longer = { description: 'longer', expiresAt: '2099-01-01T00:00:00Z' }
  expect((await script.post(`${path}/${id}/token`, longer)).status).toBe(400)
  expect((await as.admin.post(`${path}/${id}/token`, longer)).status).toBe(201)
})

test('service account tokens need a description and an expiry, and are limited to ten', async () => {
  const create = (description: string, expiresAt = soon()) =>
    as.admin.post(`${path}/${robot}/token`, { description, expiresAt })
  expect((await create(' ')).status).toBe(400)
  expect((await create('late', '2020-01-01T00:00:00Z')).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(`token ${n}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 403,
    body: { name: 'OperationDeniedError' },
  })
  const [first] = (await as.admin.get(`${path}/${robot}/token`)).body.pats
  await as.admin.delete(`${path}/${robot}/token/${first.id}`)
  const [next] = (await as.admin.get(`${path}/${robot}/token`)).body.pats
  expect((await create(next.description)).status).toBe(409)
})

test('renaming a service account or changing its role can be undone', async () => {
  const put = (body: object) => as.admin.put(`${path}/${robot}`, body)
  const { status, body, headers } = await put({ name: 'Releases', rootRole: 3 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Releases', username: 'deployer', rootRole: 3, objectVersion: 2 })
  expect(await lastEvent()).toMatchObject({
    type: 'service-account-updated',
    data: { name: 'Releases', rootRole: 3 },
    pre_data: { name: 'Deploys', rootRole: 2 },
  })
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBeLessThan(300)
  expect((await put({})).body).toMatchObject({ name: 'Deploys', rootRole: 2 })
  expect((await put({ name: '' })).status).toBe(400)
  expect((await put({ rootRole: 99 })).status).toBe(400)
  expect((await as.editor.put(`${path}/${robot}`, { name: 'x' })).status).toBe(403)
})

test('people and service accounts are not found under the routes of the other', async () => {
  const person = `${path}/${actors.editor.id}`
  expect((await as.admin.put(person, { name: 'x' })).status).toBe(404)
  expect((await as.admin.delete(person)).status).toBe(404)
  expect((await as.admin.get(`${person}/token`)).status).toBe(404)
  expect((await as.admin.post(`${person}/token`, { description: 'x', expiresAt: soon() })).status).toBe(404)
  const { body } = await as.admin.get('/api/admin/user-admin')
  expect(body.users.map((user: { username: string }) => user.username)).not.toContain('deployer')
  expect((await as.admin.put(`/api/admin/user-admin/${robot}`, { name: 'x' })).status).toBe(404)
  const login = { username: 'deployer', password: 'x' }
  expect((await as.anonymous.post('/auth/simple/login', login)).status).toBe(401)
  for (const url of [path, `${path}/${robot}/token`]) expect((await as.editor.get(url)).status).toBe(403)
})

test('the tokens of a deleted service account stop working', async () => {
  const { body } = await as.admin.post(`${path}/${robot}/token`, { description: 'last', expiresAt: soon() })
  const secret = body.secret ?? ''
  expect((await as.editor.delete(`${path}/${robot}`)).status).toBe(403)
  expect((await as.admin.delete(`${path}/${robot}`)).status).toBe(200)
  expect(await as.admin.get(`${path}/${robot}/token`)).toMatchObject({ status: 200, body: { pats: [] } })
  expect(await lastEvent()).toMatchObject({ type: 'service-account-deleted', pre_data: { id: robot } })
  expect((await client({ authorization: secret || 'user:none' }).get('/api/admin/user')).status).toBe(401)
  expect((await as.admin.delete(`${path}/${robot}`)).status).toBe(404)
  expect((await as.admin.post(path, { name: 'x', username: 'deployer', rootRole: 3 })).status).toBe(201)
})
