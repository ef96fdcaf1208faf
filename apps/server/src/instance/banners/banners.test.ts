import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { listen, openStream } from '../../../test/stream.ts'

const { app, as, db, actors } = await testApp()
const path = '/api/admin/banners'
const shownTo = async (client: typeof as.admin) => (await client.get('/api/admin/ui-config')).body.banners
const newestEvent = async () => (await as.admin.get('/api/admin/events?limit=1')).body.events[0]
const undo = (headers: Record<string, unknown>) => as.admin.post(`/api/admin/undo/${headers['x-undo']}`)

const streams: { close(): void }[] = []
afterAll(() => {
  for (const stream of streams) stream.close()
})

test('a banner needs only a message; the rest has defaults', async () => {
  const { status, body, headers } = await as.admin.post(path, { message: ' Hello **all** ' })
  expect(status).toBe(201)
  expect(headers.location).toBe(`banners/${body.id}`)
  expect(body).toMatchObject({
    message: 'Hello **all**',
    variant: 'info',
    enabled: true,
    sticky: false,
    icon: null,
    link: null,
    linkText: null,
    dialogTitle: null,
    dialog: null,
    objectVersion: 1,
  })
  expect(await newestEvent()).toMatchObject({ type: 'banner-created', data: { message: 'Hello **all**' } })
})

test('everyone sees banners that are on, and only managers see the others', async () => {
  const { body } = await as.admin.post(path, { message: 'Planned', enabled: false })
  const messages = async (client: typeof as.admin) =>
    (await client.get(path)).body.banners.map(({ message }: { message: string }) => message)
  expect(await messages(as.admin)).toEqual(['Hello **all**', 'Planned'])
  expect(await messages(as.viewer)).toEqual(['Hello **all**'])
  expect(await shownTo(as.admin)).toHaveLength(1)
  expect(await shownTo(as.viewer)).toHaveLength(1)
  expect((await as.anonymous.get(path)).status).toBe(401)
  await as.admin.post(`${path}/${body.id}/on`)
  expect(await messages(as.viewer)).toEqual(['Hello **all**', 'Planned'])
})

test('UPDATE_INSTANCE_BANNERS is enough to manage banners', async () => {
  const { body } = await as.admin.post('/api/admin/roles', {
    name: 'announcer',
    type: 'root-custom',
    permissions: [{ name: 'UPDATE_INSTANCE_BANNERS' }],
  })
  expect((await as.viewer.post(path, { message: 'no' })).status).toBe(403)
  await db.updateTable('users').set({ root_role: body.roles.id }).where('id', '=', actors.viewer.id).execute()
  const made = await as.viewer.post(path, { message: 'By the announcer', enabled: false })
  expect(made.status).toBe(201)
  expect((await as.viewer.get(path)).body.banners).toHaveLength(3)
  expect((await as.viewer.delete(`${path}/${made.body.id}`)).status).toBe(200)
  await db.updateTable('users').set({ root_role: 3 }).where('id', '=', actors.viewer.id).execute()
})

test('a banner is replaced as a whole, and an outdated version is refused', async () => {
  const { body } = await as.admin.post(path, { message: 'First', variant: 'error', sticky: true })
  const at = `${path}/${body.id}`
  const { body: updated, headers } = await as.admin.put(at, { message: 'Second', icon: 'none' })
  expect(updated).toMatchObject({ message: 'Second', variant: 'info', sticky: false, icon: 'none' })
  expect(updated.objectVersion).toBe(2)
  const stale = await as.admin.put(at, { message: 'Third' }, { headers: { 'if-match': '"1"' } })
  expect(stale.status).toBe(412)
  expect(await newestEvent()).toMatchObject({
    type: 'banner-updated',
    preData: { message: 'First', variant: 'error' },
    data: { message: 'Second', variant: 'info' },
  })
  await undo(headers)
  const { banners } = (await as.admin.get(path)).body
  expect(banners.at(-1)).toMatchObject({ message: 'First', variant: 'error', sticky: true })
})

test('turning a banner off and on is recorded once, and can be undone', async () => {
  const { body } = await as.admin.post(path, { message: 'Switched' })
  const at = `${path}/${body.id}`
  const off = await as.admin.post(`${at}/off`)
  expect(off.body).toMatchObject({ enabled: false, objectVersion: 2 })
  expect((await as.admin.post(`${at}/off`)).body.objectVersion).toBe(2)
  await undo(off.headers)
  expect((await shownTo(as.viewer)).at(-1)).toMatchObject({ message: 'Switched', objectVersion: 3 })
  expect((await as.viewer.post(`${at}/off`)).status).toBe(403)
  expect((await as.viewer.post(`${at}/on`)).status).toBe(403)
})

test('a deleted banner is gone, and undo brings it back', async () => {
  const { body } = await as.admin.post(path, { message: 'Short-lived', link: '/projects' })
  const removed = await as.admin.delete(`${path}/${body.id}`)
  expect(removed.status).toBe(200)
  expect(await newestEvent()).toMatchObject({ type: 'banner-deleted', preData: { message: 'Short-lived' } })
  for (const again of [
    await as.admin.delete(`${path}/${body.id}`),
    await as.admin.put(`${path}/${body.id}`, { message: 'x' }),
    await as.admin.post(`${path}/${body.id}/on`),
    await as.admin.post(`${path}/${body.id}/off`),
  ])
    expect(again.status).toBe(404)
  await undo(removed.headers)
  expect((await shownTo(as.viewer)).at(-1)).toMatchObject({ message: 'Short-lived', link: '/projects' })
})

test.each([
  [{}],
  [{ message: ' ' }],
  [{ message: 'x'.repeat(1001) }],
  [{ message: 'x', variant: 'purple' }],
  [{ message: 'x', link: 'javascript:alert(1)' }],
  [{ message: 'x', link: '//example.com' }],
  [{ message: 'x', link: 'example.com' }],
  [{ message: 'x', link: 'dialog' }],
  [{ message: 'x', link: 'dialog', dialog: ' ' }],
])('%j is refused', async (body) => {
  expect((await as.admin.post(path, body)).status).toBe(400)
})

test.each(['https://example.com', '/projects/default?a=b', 'dialog'])('%s can be the link', async (link) => {
  const { status, body } = await as.admin.post(path, { message: 'x', link, dialog: 'More *text*' })
  expect([status, body.link]).toEqual([201, link])
  await as.admin.delete(`${path}/${body.id}`)
})

test('open pages of every account learn that a banner changed', async () => {
  const address = await listen(app.http)
  const stream = await openStream(`${address}/api/admin/live`, { authorization: actors.viewer.token })
  streams.push(stream)
  await stream.until(1)
  const { body } = await as.admin.post(path, { message: 'Live' })
  const [, change] = await stream.until(2)
  expect(change?.data).toMatchObject({ type: 'banner-created', kind: 'banner', key: String(body.id) })
})

test('there can be 50 banners', async () => {
  const { banners } = (await as.admin.get(path)).body
  for (let count = banners.length; count < 50; count++) await as.admin.post(path, { message: `${count}` })
  expect((await as.admin.post(path, { message: 'one more' })).status).toBe(400)
})
