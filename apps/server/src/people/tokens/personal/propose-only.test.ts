import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, client, db } = await testApp()
const expiresAt = new Date(Date.now() + 1e9).toISOString()
const create = { description: 'assistant', expiresAt, proposeOnly: true }
const { body: token } = await as.admin.post('/api/admin/user/tokens', create)
const proposer = client({ authorization: token.secret })
await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })
const flag = '/api/admin/projects/default/features/checkout'
const on = `${flag}/environments/development/on`
const events = (count: number) =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(count).execute()

test('a token says that it can only propose changes', async () => {
  expect(token.proposeOnly).toBe(true)
  const { body } = await as.admin.get('/api/admin/user/tokens')
  expect(body.pats.map((pat: { proposeOnly: boolean }) => pat.proposeOnly)).toEqual([false, true])
  const created = await db.selectFrom('events').selectAll().where('type', '=', 'pat-created').execute()
  expect(created[0]?.data).toMatchObject({ description: 'assistant', proposeOnly: true })
})

test('a change that can be proposed becomes a change request, although the account could make it', async () => {
  const { status, body, headers } = await proposer.post(on)
  expect(status).toBe(202)
  expect(headers['preference-applied']).toBe('propose')
  expect(body).toMatchObject({ state: 'Draft', environment: 'development' })
  const { body: read } = await as.admin.get(flag)
  expect(read.environments.find(({ name }: { name: string }) => name === 'development').enabled).toBe(false)

  const at = `/api/admin/projects/default/change-requests/${body.id}`
  expect((await proposer.put(`${at}/title`, { title: 'Turn on checkout' })).status).toBe(204)
  expect((await proposer.post(`${at}/comments`, { text: 'As discussed' })).status).toBe(204)
  expect((await proposer.put(`${at}/state`, { state: 'In review' })).body.state).toBe('Approved')
  for (const change of [
    { state: 'Applied' },
    { state: 'Approved' },
    { state: 'Rejected' },
    { state: 'Cancelled' },
    { state: 'Scheduled', scheduledAt: expiresAt },
  ]) {
    const refused = await proposer.put(`${at}/state`, change)
    expect(refused).toMatchObject({ status: 403, body: { code: 'proposeOnly' } })
  }
  expect((await proposer.delete(at)).status).toBe(403)
  expect((await as.admin.put(`${at}/state`, { state: 'Applied' })).body.state).toBe('Applied')
})

test('it can create flags that are off, and comment', async () => {
  const path = '/api/admin/projects/default/features'
  expect((await proposer.post(path, { name: 'new-search' })).status).toBe(201)
  const initialState = [{ environment: 'development', enabled: true, strategies: [{ name: 'default' }] }]
  const refused = await proposer.post(path, { name: 'at-once', initialState })
  expect(refused).toMatchObject({ status: 403, body: { code: 'proposeOnly' } })
  expect(refused.body.message).toContain('web interface')
  expect((await proposer.post(`${flag}/comments`, { text: 'Looks unused' })).status).toBe(201)
})

test.each([
  ['tokens', '/api/admin/user/tokens', { description: 'more', expiresAt }],
  [
    'tokens of SDKs',
    '/api/admin/api-tokens',
    { tokenName: 'x', type: 'backend', environment: 'development' },
  ],
  ['devices', '/api/admin/device/approve', { userCode: 'BBBB-BBBB' }],
  ['service accounts', '/api/admin/service-account', { name: 'x', username: 'x', rootRole: 1 }],
  ['passwords', '/api/admin/user/change-password', { password: 'x', confirmPassword: 'x', oldPassword: 'x' }],
  ['freezes', '/api/admin/freezes', {}],
])('it cannot widen its access with %s', async (_what, path, body) => {
  const before = await events(1)
  expect(await proposer.post(path, body)).toMatchObject({ status: 403, body: { code: 'proposeOnly' } })
  expect(await events(1)).toEqual(before)
})

test('undo is proposed as well', async () => {
  const { headers } = await as.admin.post(`${flag}/environments/production/on`)
  const undone = await proposer.post(`/api/admin/undo/${headers['x-undo']}`)
  expect(undone.status).toBe(202)
})

test('tokens of service accounts can be limited too', async () => {
  const account = { name: 'Agent', username: 'agent', rootRole: 1 }
  const { body: made } = await as.admin.post('/api/admin/service-account', account)
  const { body } = await as.admin.post(`/api/admin/service-account/${made.id}/token`, create)
  const agent = client({ authorization: body.secret })
  expect((await agent.post(`${flag}/environments/development/off`)).status).toBe(202)
  expect((await agent.post('/api/admin/user/tokens', create)).status).toBe(403)
})

test('events name the client that a change came through', async () => {
  const via = { headers: { 'x-flagstaff-via': 'mcp; client=Some%20Editor%201.2' } }
  await proposer.post(`${flag}/comments`, { text: 'Once more' }, via)
  const { body } = await as.admin.get('/api/admin/search/events?limit=1')
  expect(body.events[0]).toMatchObject({ via: 'mcp', client: 'Some Editor 1.2' })
  await proposer.post(`${flag}/comments`, { text: 'And again' })
  const { body: plain } = await as.admin.get('/api/admin/search/events?limit=1')
  expect(plain.events[0]).not.toHaveProperty('via')
})
