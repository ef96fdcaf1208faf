import { beforeEach, expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
let count = 0
let flag = ''

beforeEach(async () => {
  flag = `${features}/flag-${++count}`
  await as.admin.post(features, { name: `flag-${count}` })
})

const add = (body: object, actor = as.member) => actor.post(`${flag}/link`, body)
const links = async () => (await as.viewer.get(flag)).body.links
const types = async () =>
  (await trail(db)).filter((event) => event.flag === `flag-${count}`).map((event) => event.type)

test('links can be added, changed and removed, and each change is recorded', async () => {
  expect((await add({ url: 'example.com/1', title: 'One' })).status).toBe(204)
  expect((await add({ url: 'https://example.com/2' })).status).toBe(204)
  const [first, second] = await links()
  expect(first).toMatchObject({ url: 'https://example.com/1', title: 'One', feature: `flag-${count}` })
  expect(second).toMatchObject({ url: 'https://example.com/2', title: null })
  const one = `${flag}/link/${first.id}`
  expect((await as.member.put(one, { url: 'https://example.com/3', title: 'Three' })).status).toBe(204)
  expect((await as.member.put(one, { url: 'https://example.com/3', title: 'Three' })).status).toBe(204)
  expect((await links())[0]).toMatchObject({ id: first.id, title: 'Three' })
  expect((await as.member.delete(one)).status).toBe(204)
  expect(await links()).toEqual([second])
  expect(await types()).toEqual([
    'feature-created',
    'feature-link-added',
    'feature-link-added',
    'feature-link-updated',
    'feature-link-removed',
  ])
})

test('links must be web URLs, require edit permission, and are limited to ten', async () => {
  expect((await add({ url: 'javascript:alert(1)' })).status).toBe(400)
  expect((await add({ title: 'x' })).status).toBe(400)
  expect((await add({ url: 'example.com' }, as.viewer)).status).toBe(403)
  for (let index = 0; index < 10; index++) await add({ url: `example.com/${index}` })
  const full = await add({ url: 'example.com' })
  expect([full.status, full.body.name]).toEqual([403, 'OperationDeniedError'])
  const [{ id }] = await links()
  expect((await as.member.put(`${flag}/link/${id}`, { url: 'ftp://x' })).status).toBe(400)
  expect((await as.viewer.put(`${flag}/link/${id}`, { url: 'example.com' })).status).toBe(403)
  expect((await as.viewer.delete(`${flag}/link/${id}`)).status).toBe(403)
})

test('a link cannot be accessed through another flag', async () => {
  await add({ url: 'example.com' })
  const [{ id }] = await links()
  await as.admin.post(features, { name: `flag-${count}-other` })
  const other = `${flag}-other/link/${id}`
  expect((await as.member.put(other, { url: 'example.com' })).status).toBe(404)
  expect((await as.member.delete(other)).status).toBe(404)
  expect((await as.member.delete(`${features}/nosuch/link/${id}`)).status).toBe(404)
})

test('link changes can be undone', async () => {
  const undo = (id: unknown) => as.member.post(`/api/admin/undo/${id}`)
  await add({ url: 'example.com/first' })
  await add({ url: 'example.com/second' })
  const before = await links()
  const one = `${flag}/link/${before[0].id}`
  const removed = await as.member.delete(one)
  await undo(removed.headers['x-undo'])
  expect(await links()).toEqual(before)
  const changed = await as.member.put(one, { url: 'example.com/other' })
  await undo(changed.headers['x-undo'])
  expect(await links()).toEqual(before)
  const added = await add({ url: 'example.com/third' })
  await undo(added.headers['x-undo'])
  expect(await links()).toEqual(before)
})

test('new flags get links from the templates of their project', async () => {
  await as.admin.put('/api/admin/projects/default/settings', {
    linkTemplates: [
      { title: 'Issue', urlTemplate: 'https://issues.example.com/{{project}}/{{feature}}' },
      { urlTemplate: 'https://wiki.example.com' },
    ],
  })
  flag = `${features}/templated`
  expect((await as.admin.post(features, { name: 'templated' })).status).toBe(201)
  expect(await links()).toMatchObject([
    { title: 'Issue', url: 'https://issues.example.com/default/templated' },
    { title: null, url: 'https://wiki.example.com/' },
  ])
  await as.admin.put('/api/admin/projects/default/settings', { linkTemplates: [] })
})
