import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { account, makeRole } from '../../../test/matrix/accounts.ts'

const { as, client, db } = await testApp()
const trail = async () =>
  (await db.selectFrom('events').select('type').orderBy('revision').execute()).map((e) => e.type)
const beta = {
  name: 'beta-users',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
}

test('creating a segment stores it and records an event', async () => {
  const { status, body, headers } = await as.admin.post('/api/admin/segments', beta)
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: 1, name: 'beta-users', createdBy: 'ada@example.com', objectVersion: 1 })
  expect(headers.location).toBe('segments/1')
  expect(await trail()).toEqual(['segment-created'])
  expect((await as.viewer.get('/api/admin/segments/1')).headers.etag).toBe('W/"1"')
})

test('the segment list shows the current name of the creator', async () => {
  await db.updateTable('users').set({ name: 'Ada Lovelace' }).where('username', '=', 'ada').execute()
  const { body } = await as.viewer.get('/api/admin/segments')
  expect(body.segments).toMatchObject([{ createdBy: 'ada@example.com', createdByName: 'Ada Lovelace' }])
})

test('a taken segment name is refused and records no event', async () => {
  const { status, body } = await as.admin.post('/api/admin/segments', beta)
  expect(status).toBe(409)
  expect(body).toMatchObject({ name: 'NameExistsError', code: 'nameTaken' })
  expect(await trail()).toHaveLength(1)
  expect((await as.viewer.post('/api/admin/segments/validate', { name: 'beta-users' })).status).toBe(409)
  expect((await as.viewer.post('/api/admin/segments/validate', { name: 'free' })).status).toBe(204)
  expect((await as.viewer.post('/api/admin/segments/validate', { name: ' ' })).status).toBe(400)
})

test('invalid constraints are refused', async () => {
  const { status, body } = await as.admin.post('/api/admin/segments', {
    name: 'broken',
    constraints: [{ contextName: 'age', operator: 'NUM_GT', value: 'old' }],
  })
  expect(status).toBe(400)
  expect(body.details[0]).toMatchObject({ message: '"old" is not a number.', path: 'value' })
})

test('an update needs permission and increments the version, and a stale If-Match is refused', async () => {
  const next = { ...beta, description: 'ours' }
  expect((await as.viewer.put('/api/admin/segments/1', next)).status).toBe(403)
  expect(
    (await as.editor.put('/api/admin/segments/1', next, { headers: { 'if-match': 'W/"1"' } })).status,
  ).toBe(204)
  const late = await as.editor.put('/api/admin/segments/1', beta, { headers: { 'if-match': '"1"' } })
  expect(late.status).toBe(412)
  expect(late.body.current).toMatchObject({ objectVersion: 2, description: 'ours' })
})

test('a retry with the same idempotency key creates only one segment', async () => {
  const key = { headers: { 'idempotency-key': 'again' } }
  const first = await as.admin.post('/api/admin/segments', { name: 'once', constraints: [] }, key)
  const second = await as.admin.post('/api/admin/segments', { name: 'once', constraints: [] }, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  const other = await as.admin.post('/api/admin/segments', { name: 'twice', constraints: [] }, key)
  expect(other.status).toBe(409)
})

test('an unused segment can be deleted, and an unknown one returns 404', async () => {
  const { body } = await as.admin.get('/api/admin/segments')
  expect(body.segments.map((s: { name: string }) => s.name)).toEqual(['beta-users', 'once'])
  expect((await as.admin.delete('/api/admin/segments/1')).status).toBe(204)
  expect((await as.admin.delete('/api/admin/segments/1')).status).toBe(404)
  expect((await as.admin.get('/api/admin/segments/1')).status).toBe(404)
})

test('the uses of a segment can be listed, and an unknown segment returns 404', async () => {
  const { segments } = (await as.viewer.get('/api/admin/segments')).body
  const unused = await as.viewer.get(`/api/admin/segments/${segments[0].id}/strategies`)
  expect(unused.body).toEqual({ strategies: [], changeRequestStrategies: [] })
  expect((await as.viewer.get('/api/admin/segments/999/strategies')).status).toBe(404)
})

test('a segment that SDKs evaluate differently is stored with a warning', async () => {
  const constraint = { contextName: 'signedUp', operator: 'DATE_AFTER', value: '2026-01-01' }
  const made = await as.admin.post('/api/admin/segments', { name: 'dated', constraints: [constraint] })
  const sentence = [expect.stringContaining('DATE_AFTER with signedUp: Node.js, browsers and OFREP')]
  expect([made.status, JSON.parse(String(made.headers['x-warnings']))]).toEqual([201, sentence])
  const url = `/api/admin/segments/${made.body.id}`
  const saved = await as.admin.put(url, { name: 'dated', constraints: made.body.constraints })
  expect([saved.status, JSON.parse(String(saved.headers['x-warnings']))]).toEqual([204, sentence])
})

test('a root role for segments of projects changes those of all projects, and no global ones', async () => {
  const rootRole = await makeRole(db, 'root-custom', 'UPDATE_PROJECT_SEGMENT')
  const { headers } = await account(db, 'project segments', { rootRole })
  const keeper = client(headers)
  const global = (await as.admin.post('/api/admin/segments', { ...beta, name: 'global' })).body.id
  const own = await keeper.post('/api/admin/segments', { ...beta, name: 'of a project', project: 'default' })
  expect(own.status).toBe(201)
  const changed = { ...beta, name: 'taken over' }
  expect((await keeper.post('/api/admin/segments', changed)).status).toBe(403)
  expect((await keeper.put(`/api/admin/segments/${global}`, changed)).status).toBe(403)
  expect((await keeper.delete(`/api/admin/segments/${global}`)).status).toBe(403)
  expect((await keeper.delete(`/api/admin/segments/${own.body.id}`)).status).toBe(204)
})
