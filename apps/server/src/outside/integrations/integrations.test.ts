import { MASK } from '@flagstaff/contract/integrations'
import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { openSecretBox } from '../../platform/secret-box.ts'

const { as, db, actors } = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const addons = '/api/admin/addons'
const hook = {
  provider: 'webhook',
  description: 'Tells us',
  enabled: true,
  parameters: { url: 'https://hook.example/x', authorization: 'Bearer abc' },
  events: ['feature-created'],
  projects: [],
  environments: [],
}
const make = async (more: object = {}) => (await as.admin.post(addons, { ...hook, ...more })).body

test('secrets are masked, encrypted, and never in events', async () => {
  const { status, body } = await as.admin.post(addons, hook)
  expect(status).toBe(200)
  expect(body).toMatchObject({ provider: 'webhook', parameters: { url: MASK, authorization: MASK } })
  expect(body.signingSecret).toMatch(/^whsec_/)
  expect((await as.viewer.get(`${addons}/${body.id}`)).body).toEqual({ ...body, signingSecret: undefined })
  const stored = JSON.stringify(await db.selectFrom('integrations').selectAll().execute())
  const events = JSON.stringify(await db.selectFrom('events').selectAll().execute())
  for (const secret of ['hook.example', 'Bearer abc', body.signingSecret])
    expect([stored.includes(secret), events.includes(secret)]).toEqual([false, false])
  expect((await trail(db)).at(-1)).toMatchObject({ type: 'addon-config-created' })
})

test('a masked secret is kept, but not sent to another address', async () => {
  const { id } = await make()
  const put = (parameters: object) => as.admin.put(`${addons}/${id}`, { ...hook, parameters })
  expect((await put({ url: MASK, authorization: MASK })).status).toBe(200)
  const moved = await put({ url: 'https://elsewhere.example/', authorization: MASK })
  expect([moved.status, moved.body.details[0].path]).toEqual([400, '/parameters/authorization'])
  expect((await put({ url: 'https://elsewhere.example/', authorization: 'other' })).status).toBe(200)
  expect((await put({ url: MASK })).body.parameters).toEqual({ url: MASK })
  const header = await put({ url: MASK, customHeaders: '{"x-team":"a","x-key":"s3cret"}' })
  expect(header.body.parameters.customHeaders).toBe(MASK)
  expect((await put({ url: MASK, customHeaders: `{"x-team":"b","x-key":"${MASK}"}` })).status).toBe(200)
})

test('an integration whose key was lost says so, and works again with new secrets', async () => {
  const { id } = await make()
  const sealed = openSecretBox(['a lost key']).seal(JSON.stringify(hook.parameters))
  await db
    .updateTable('integrations')
    .set({ secrets: sealed, signing: sealed })
    .where('id', '=', id)
    .execute()
  const shown = await as.admin.get(`${addons}/${id}`)
  expect([shown.status, shown.body.parameters]).toEqual([200, {}])
  expect((await as.admin.get(addons)).status).toBe(200)
  const stateOf = async () =>
    (await as.admin.get(`${addons}/states`)).body.states.find((one: { id: number }) => one.id === id)
  expect(await stateOf()).toMatchObject({
    state: 'failing',
    lastError: expect.stringContaining('ENCRYPTION_KEY'),
  })
  const { findings } = (await as.admin.get('/api/admin/doctor')).body
  expect(findings.find((one: { name: string }) => one.name === 'secrets').text).toContain(`integration ${id}`)
  const put = (parameters: object) => as.admin.put(`${addons}/${id}`, { ...hook, parameters })
  expect((await put({ url: MASK })).status).toBe(400)
  expect((await put(hook.parameters)).status).toBe(200)
  expect((await as.admin.post(`${addons}/${id}/secret`)).status).toBe(200)
  expect(await stateOf()).toMatchObject({ state: 'ok', lastError: null })
})

test.each([
  [{ provider: 'nosuch' }, '/provider'],
  [{ parameters: {} }, '/parameters/url'],
  [{ parameters: { url: 'ftp://hook.example' } }, '/parameters/url'],
  [{ parameters: { url: 'https://me:secret@hook.example' } }, '/parameters/url'],
  [{ parameters: { url: 'http://127.0.0.1:9/' } }, '/parameters/url'],
  [{ parameters: { url: 'http://[::1]/' } }, '/parameters/url'],
  [{ parameters: { url: MASK } }, '/parameters/url'],
  [{ parameters: { ...hook.parameters, authorization: 'a\nb' } }, '/parameters/authorization'],
  [{ parameters: { ...hook.parameters, customHeaders: '[]' } }, '/parameters/customHeaders'],
  [{ parameters: { ...hook.parameters, customHeaders: '{"host":"x"}' } }, '/parameters/customHeaders'],
  [{ parameters: { ...hook.parameters, bodyTemplate: '{{#open}}' } }, '/parameters/bodyTemplate'],
  [{ parameters: { ...hook.parameters, bodyTemplate: '{{event.id}}', batch: 10 } }, '/parameters/batch'],
  [{ provider: 'event-stream', parameters: { url: 'https://x.example', preset: 'x' } }, '/parameters/preset'],
  [{ events: ['nosuch'] }, '/events'],
])('%j is refused, naming %s', async (more, path) => {
  const { status, body } = await as.admin.post(addons, { ...hook, ...more })
  expect([status, body.details[0].path]).toEqual([400, path])
})

test('a provider that is no longer offered is refused', async () => {
  expect((await as.admin.post(addons, { ...hook, provider: 'teams' })).status).toBe(403)
})

test('every change needs its permission', async () => {
  const { id } = await make()
  for (const who of [as.viewer, as.member]) {
    expect((await who.post(addons, hook)).status).toBe(403)
    expect((await who.put(`${addons}/${id}`, hook)).status).toBe(403)
    expect((await who.delete(`${addons}/${id}`)).status).toBe(403)
    expect((await who.get(`${addons}/${id}/events`)).status).toBe(403)
    expect((await who.get(`${addons}/states`)).status).toBe(403)
    expect((await who.post(`${addons}/test`, hook)).status).toBe(403)
  }
  expect((await as.viewer.get(addons)).status).toBe(200)
})

test('what is deleted can be brought back by undo, with its secrets', async () => {
  const { id } = await make({ description: 'Deleted' })
  const { headers, status } = await as.admin.delete(`${addons}/${id}`)
  expect(status).toBe(200)
  expect((await as.admin.get(`${addons}/${id}`)).status).toBe(404)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect((await as.admin.get(`${addons}/${id}`)).body).toMatchObject({ id, description: 'Deleted' })
})

test('who does not see all projects sends only what they see', async () => {
  await as.admin.post('/api/admin/projects', { id: 'secret', name: 'Secret', mode: 'private' })
  const role = await db
    .insertInto('roles')
    .values({ name: 'Integrator', type: 'root-custom' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permissions')
    .values(['CREATE_ADDON', 'UPDATE_ADDON'].map((permission) => ({ role_id: role.id, permission })))
    .execute()
  await db.updateTable('users').set({ root_role: role.id }).where('id', '=', actors.member.id).execute()
  expect((await as.member.post(addons, { ...hook, projects: ['secret'] })).status).toBe(404)
  const { body } = await as.member.post(addons, { ...hook, projects: [] })
  const row = await db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(row.reach).toContain('default')
  expect(row.reach).not.toContain('secret')
  expect(row.unscoped).toBe(false)
  const hidden = await make({ projects: ['secret', 'default'] })
  expect((await as.member.get(`${addons}/${hidden.id}`)).body.projects).toEqual(['default'])
  const secret = await make({ projects: ['secret'], description: 'To the secret team' })
  expect((await as.member.get(`${addons}/${secret.id}`)).status).toBe(404)
  const at = `${addons}/${secret.id}`
  for (const answer of [
    await as.member.get(`${at}/state`),
    await as.member.put(at, hook),
    await as.member.post(`${at}/secret`),
    await as.member.post(`${at}/skip`),
    await as.member.post(`${at}/replay`, { from: 1, to: 2 }),
    await as.member.post(`${addons}/preview`, { ...hook, id: secret.id }),
    await as.member.post(`${addons}/test`, { ...hook, id: secret.id }),
  ])
    expect([answer.status, answer.body.name]).toEqual([404, 'NotFoundError'])
  const states: { id: number }[] = (await as.member.get(`${addons}/states`)).body.states
  expect(states.some(({ id }) => id === secret.id)).toBe(false)
  const listed = JSON.stringify((await as.member.get(addons)).body)
  expect(listed).not.toContain('To the secret team')
  expect(JSON.stringify((await as.admin.get(addons)).body)).toContain('To the secret team')
  await as.admin.post('/api/admin/projects/secret/features', { name: 'hidden-flag' })
  const preview = await as.member.post(`${addons}/preview`, { ...hook, events: ['*'] })
  expect(JSON.stringify(preview.body)).not.toContain('hidden-flag')
})

test('the log is exported in order, with hashes', async () => {
  const first = await as.admin.get('/api/admin/events/export?limit=3')
  const lines = String(first.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ revision }) => revision)).toEqual([1, 2, 3])
  expect(lines[0].hash).toMatch(/^[0-9a-f]{64}$/)
  expect(first.headers['x-next']).toBe('3')
  expect((await as.viewer.get('/api/admin/events/export')).status).toBe(403)
})

test('without an encryption key no integration is stored', async () => {
  const bare = await testApp()
  const { status, body } = await bare.as.admin.post(addons, hook)
  expect([status, body.message]).toEqual([400, expect.stringContaining('ENCRYPTION_KEY')])
})
