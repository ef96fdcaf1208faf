import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client } = await testApp()
const path = '/api/admin/api-tokens'
const make = async (more: object = {}) =>
  (await as.admin.post(path, { tokenName: 'shop', type: 'backend', projects: ['default'], ...more })).body
const rotate = (id: string, body: object = {}) => as.admin.post(`${path}/${id}/rotate`, body)
const expectStatus = (secret: string, status: number) =>
  expect
    .poll(async () => (await client({ authorization: secret }).get('/api/client/features')).status)
    .toBe(status)
const events = () =>
  db.selectFrom('events').select(['type', 'data', 'pre_data']).orderBy('revision', 'desc').limit(2).execute()
const hoursUntil = (moment: string) => (Date.parse(moment) - Date.now()) / 3_600_000
const find = async (id: string) =>
  (await as.admin.get(path)).body.tokens.find((token: { id: string }) => token.id === id)

test('a rotated token has a new secret with the same access, and the old secret works for a day', async () => {
  const old = await make()
  const { status, body } = await rotate(old.id)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    tokenName: 'shop',
    type: 'client',
    environment: 'development',
    projects: ['default'],
    expiresAt: null,
  })
  expect(body.secret).toMatch(/^default:development\.v2_[\w-]{22}_[\w-]{43}$/)
  expect(body.secret).not.toBe(old.secret)
  await expectStatus(body.secret, 200)
  await expectStatus(old.secret, 200)
  const hours = hoursUntil((await find(old.id)).expiresAt)
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  const trail = await events()
  expect(trail).toMatchObject([
    { type: 'api-token-updated', data: { id: old.id }, pre_data: { id: old.id, expiresAt: null } },
    { type: 'api-token-created', data: { id: body.id } },
  ])
  expect(JSON.stringify(trail)).not.toContain(body.secret.slice(-43))
})

test('without an overlap the old secret stops working at once', async () => {
  const old = await make({ expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString() })
  const { body } = await rotate(old.id, { overlapHours: 0 })
  await expectStatus(old.secret, 401)
  await expectStatus(body.secret, 200)
  expect(hoursUntil(body.expiresAt) / 24).toBeCloseTo(90, 1)
  expect((await rotate(old.id)).status).toBe(400)
  expect((await rotate(body.id, { overlapHours: 721 })).status).toBe(400)
  expect((await rotate('nothing')).status).toBe(404)
})

test('undoing a rotation deletes the new token and restores the old expiry', async () => {
  const old = await make()
  const { body, headers } = await rotate(old.id, { overlapHours: 1 })
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBeLessThan(300)
  expect(await find(body.id)).toBeUndefined()
  expect((await find(old.id)).expiresAt).toBeNull()
})

test('undoing a rotation in a project restores the old expiry too', async () => {
  const old = await make()
  const project = '/api/admin/projects/default/api-tokens'
  const { body, headers } = await as.member.post(`${project}/${old.id}/rotate`, { overlapHours: 2 })
  expect((await find(old.id)).expiresAt).not.toBeNull()
  expect((await as.member.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await find(body.id)).toBeUndefined()
  expect((await find(old.id)).expiresAt).toBeNull()
})

test('rotating a token needs the permission to create one of its type', async () => {
  const old = await make()
  expect((await as.editor.post(`${path}/${old.id}/rotate`, {})).status).toBe(403)
  expect((await as.viewer.post(`${path}/${old.id}/rotate`, {})).status).toBe(403)
})

test('members can rotate only the tokens of their project', async () => {
  const project = '/api/admin/projects/default/api-tokens'
  const old = await make()
  expect((await as.member.post(`${project}/${old.id}/rotate`, { overlapHours: 2 })).status).toBe(201)
  await db.insertInto('projects').values({ id: 'other', name: 'Other' }).execute()
  const both = await make({ projects: ['default', 'other'] })
  expect((await as.member.post(`${project}/${both.id}/rotate`, {})).status).toBe(400)
  expect((await as.viewer.post(`${project}/${old.id}/rotate`, {})).status).toBe(403)
  expect((await as.member.post(`${project}/nothing/rotate`, {})).status).toBe(404)
})

test('CDN tokens are listed separately, and get a secret by rotation', async () => {
  const cdn = '/api/admin/cdn/tokens'
  const made = await as.admin.post(cdn, { tokenName: 'cdn', environment: 'development', project: 'default' })
  expect([made.status, made.body]).toEqual([202, ''])
  expect((await events())[0]).toMatchObject({ type: 'cdn-token-created', data: { tokenName: 'cdn' } })
  const { body } = await as.admin.get(cdn)
  expect(body.tokens).toEqual([
    { tokenName: 'cdn', environment: 'development', project: 'default', expiresAt: null },
  ])
  const { tokens } = (await as.admin.get(`${path}/cdn`)).body
  const rotated = await rotate(tokens[0].id, { overlapHours: 0 })
  expect(rotated.body.secret).toMatch(/^default:development\./)
  expect((await as.admin.get(cdn)).body.tokens).toHaveLength(2)
  expect((await as.admin.post(cdn, { tokenName: 'x', environment: 'moon' })).status).toBe(400)
  expect((await as.editor.post(cdn, { tokenName: 'x', environment: 'development' })).status).toBe(403)
  expect((await as.editor.get(cdn)).status).toBe(403)
})
