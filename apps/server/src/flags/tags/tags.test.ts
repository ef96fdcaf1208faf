import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const flag = '/api/admin/features/checkout/tags'
const bulk = '/api/admin/projects/default/tags'
const undo = (id: unknown) => as.admin.post(`/api/admin/undo/${id}`)
const simple = (value: string) => ({ type: 'simple', value })
const valuesOf = async (name: string) =>
  (await as.viewer.get(`/api/admin/features/${name}/tags`)).body.tags.map(
    ({ value }: { value: string }) => value,
  )
const texts = async (count: number) =>
  (await trail(db, count)).map((event) => {
    const { value } = (event.data ?? event.pre_data) as { value: string }
    return `${event.type} ${event.flag ?? '-'} ${value}`
  })

await makeProject(db, 'elsewhere')
await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'checkout', { environments: { development: { enabled: true } } })
await makeFlag(db, 'banner')
await makeFlag(db, 'asleep', { archived: true })
await makeFlag(db, 'secret', { project: 'hidden' })

test('tagging a flag creates the tag value, and tagging it again is not an error', async () => {
  const { status, body } = await as.member.post(flag, simple(' web '))
  expect(status).toBe(201)
  expect(body).toEqual({ type: 'simple', value: 'web', color: '#FFFFFF' })
  expect(await texts(2)).toEqual(['tag-created - web', 'feature-tagged checkout web'])
  expect((await trail(db, 1))[0]).toMatchObject({ project: 'default', tags: [simple('web')] })
  expect((await as.member.post(flag, simple('web'))).status).toBe(201)
  expect(await trail(db)).toHaveLength(2)
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [['simple', 'web']] })
})

test('invalid or unauthorised tag requests are refused', async () => {
  expect((await as.viewer.post(flag, simple('api'))).status).toBe(403)
  expect((await as.member.post(flag, simple(' x '))).status).toBe(400)
  expect((await as.member.post(flag, { type: 'nosuch', value: 'api' })).status).toBe(400)
  expect((await as.member.post('/api/admin/features/nosuch/tags', simple('api'))).status).toBe(404)
  expect((await as.member.post('/api/admin/features/asleep/tags', simple('api'))).status).toBe(400)
  expect((await as.viewer.get('/api/admin/features/nosuch/tags')).status).toBe(404)
  expect((await as.member.get('/api/admin/features/secret/tags')).status).toBe(404)
  expect((await as.anonymous.get(flag)).status).toBe(401)
  expect((await as.viewer.put(flag, { addedTags: [], removedTags: [] })).status).toBe(403)
  expect((await as.member.put(flag, { addedTags: [simple('api')] })).status).toBe(400)
  expect((await as.viewer.delete(`${flag}/simple/web`)).status).toBe(403)
})

test('tags can be added and removed in one request, and a tag in both lists is kept', async () => {
  const { status, body } = await as.member.put(flag, {
    addedTags: [simple('api'), simple('keep'), simple('api')],
    removedTags: [simple('web'), simple('keep'), simple('never')],
  })
  expect(status).toBe(200)
  expect(body.tags.map(({ value }: { value: string }) => value)).toEqual(['api', 'keep'])
  expect((await texts(3)).sort()).toEqual([
    'feature-tagged checkout api',
    'feature-tagged checkout keep',
    'feature-untagged checkout web',
  ])
})

test('a tag change can be undone, even after other tags were added', async () => {
  const { headers } = await as.admin.put(flag, { addedTags: [simple('late')], removedTags: [simple('api')] })
  await as.admin.post('/api/admin/features/banner/tags', simple('other'))
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect(await valuesOf('checkout')).toEqual(['api', 'keep'])
  expect((await as.admin.put(flag, { addedTags: [], removedTags: [] })).headers['x-undo']).toBeUndefined()
})

test('a tag can be removed, and removing a missing tag is not an error', async () => {
  expect((await as.member.delete(`${flag}/simple/keep`)).status).toBe(200)
  expect((await as.member.delete(`${flag}/simple/keep`)).status).toBe(200)
  expect((await as.member.delete('/api/admin/features/nosuch/tags/simple/keep')).status).toBe(404)
  expect(await valuesOf('checkout')).toEqual(['api'])
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [['simple', 'api']] })
})

test('several flags are tagged all together or not at all', async () => {
  const body = (features: string[]) => ({
    features,
    tags: { addedTags: [simple('both')], removedTags: [simple('api'), simple('other')] },
  })
  expect((await as.viewer.put(bulk, body(['checkout']))).status).toBe(403)
  expect((await as.member.put(bulk, body(['checkout', 'nosuch']))).status).toBe(404)
  expect((await as.member.put('/api/admin/projects/elsewhere/tags', body(['checkout']))).status).toBe(403)
  expect((await as.admin.put('/api/admin/projects/elsewhere/tags', body(['checkout']))).status).toBe(404)
  expect(await valuesOf('checkout')).toEqual(['api'])
  const { status, headers } = await as.admin.put(bulk, body(['checkout', 'banner']))
  expect(status).toBe(200)
  expect([await valuesOf('checkout'), await valuesOf('banner')]).toEqual([['both'], ['both']])
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect([await valuesOf('checkout'), await valuesOf('banner')]).toEqual([['api'], ['other']])
})

test('flag details, the flag list and search return tags with their colour', async () => {
  await as.editor.post('/api/admin/tag-types', { name: 'team', color: '#0A5B76' })
  await as.admin.post('/api/admin/projects/default/features', {
    name: 'coloured',
    tags: [{ type: 'team', value: 'checkout' }],
  })
  const wanted = [{ type: 'team', value: 'checkout', color: '#0A5B76' }]
  const features = '/api/admin/projects/default/features'
  expect((await as.viewer.get(`${features}/coloured`)).body.tags).toEqual(wanted)
  const list = (await as.viewer.get(features)).body.features
  expect(list.find(({ name }: { name: string }) => name === 'coloured').tags).toEqual(wanted)
  const found = await as.viewer.get('/api/admin/search/features?tag=INCLUDE:team:checkout')
  expect(found.body.features).toMatchObject([{ name: 'coloured', tags: wanted }])
})
