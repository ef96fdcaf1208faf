import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const tags = '/api/admin/tags'
const undo = (id: unknown) => as.admin.post(`/api/admin/undo/${id}`)

await makeProject(db, 'elsewhere')
await makeFlag(db, 'checkout', { environments: { development: { enabled: true } } })
await makeFlag(db, 'foreign', { project: 'elsewhere' })

test('a tag can be created with permission to tag flags in any project', async () => {
  const ship = { type: 'simple', value: ' ship it ' }
  expect((await as.viewer.post(tags, ship)).status).toBe(403)
  const { status, body, headers } = await as.member.post(tags, ship)
  expect(status).toBe(201)
  expect(body).toEqual({ version: 1, tag: { type: 'simple', value: 'ship it', color: '#FFFFFF' } })
  expect(headers.location).toBe('tags/simple/ship%20it')
  expect(await trail(db)).toMatchObject([{ type: 'tag-created', data: { type: 'simple', value: 'ship it' } }])
  expect((await as.member.post(tags, ship)).status).toBe(409)
  expect((await as.member.post(tags, { ...ship, type: 'nosuch' })).status).toBe(400)
  for (const value of ['x', '  y  ', 'x'.repeat(51)])
    expect((await as.member.post(tags, { type: 'simple', value })).status).toBe(400)
})

test('tags can be listed, filtered by type, and read individually', async () => {
  const one = { type: 'simple', value: 'ship it', color: '#FFFFFF' }
  expect((await as.viewer.get(tags)).body).toEqual({ version: 1, tags: [one] })
  expect((await as.viewer.get(`${tags}/simple`)).body.tags).toEqual([one])
  expect((await as.viewer.get(`${tags}/nosuch`)).body.tags).toEqual([])
  expect((await as.viewer.get(`${tags}/simple/ship%20it`)).body).toEqual({ version: 1, tag: one })
  expect((await as.viewer.get(`${tags}/simple/nosuch`)).status).toBe(404)
  for (const path of [tags, `${tags}/simple`, `${tags}/simple/ship%20it`])
    expect((await as.anonymous.get(path)).status).toBe(401)
})

test('a tag can have up to fifty characters of any kind', async () => {
  const value = `${'日'.repeat(48)}/%`
  expect((await as.member.post(tags, { type: 'simple', value })).status).toBe(201)
  const path = `${tags}/simple/${encodeURIComponent(value)}`
  expect((await as.viewer.get(path)).body.tag.value).toBe(value)
  expect((await as.member.delete(path)).status).toBe(200)
  expect((await as.member.delete(path)).status).toBe(404)
})

test('creating a tag can be undone unless a flag already has it', async () => {
  const first = await as.admin.post(tags, { type: 'simple', value: 'first' })
  await as.admin.post(tags, { type: 'simple', value: 'second' })
  expect((await undo(first.headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(`${tags}/simple/first`)).status).toBe(404)
  const third = await as.admin.post(tags, { type: 'simple', value: 'third' })
  await as.member.post('/api/admin/features/checkout/tags', { type: 'simple', value: 'third' })
  expect((await undo(third.headers['x-undo'])).status).toBe(409)
})

test('deleting a tag removes it from all flags, and undo restores it', async () => {
  const path = `${tags}/simple/third`
  expect((await as.viewer.delete(path)).status).toBe(403)
  const { status, headers } = await as.admin.delete(path)
  expect(status).toBe(200)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'tag-deleted',
    pre_data: { type: 'simple', value: 'third' },
  })
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [] })
  expect((await undo(headers['x-undo'])).status).toBe(204)
  const own = (await as.viewer.get('/api/admin/features/checkout/tags')).body.tags
  expect(own).toEqual([{ type: 'simple', value: 'third', color: '#FFFFFF' }])
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [['simple', 'third']] })
})

test('deleting a tag needs permission to change all flags that have it', async () => {
  await as.admin.post('/api/admin/features/foreign/tags', { type: 'simple', value: 'third' })
  const { status, body } = await as.member.delete(`${tags}/simple/third`)
  expect(status).toBe(403)
  expect(body.name).toBe('PermissionError')
  expect((await as.viewer.get(`${tags}/simple/third`)).status).toBe(200)
})
