import { expect, test } from 'vitest'
import { live, makeFlag, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const types = '/api/admin/tag-types'
const undo = (id: unknown) => as.admin.post(`/api/admin/undo/${id}`)
const events = async (count: number) => (await trail(db, count)).map(({ type }) => type)
const tagsOf = async (flag: string) => (await as.viewer.get(`/api/admin/features/${flag}/tags`)).body.tags

await makeFlag(db, 'checkout', { environments: { development: { enabled: true } } })
await makeFlag(db, 'asleep', { archived: true })

test('a new installation has one tag type', async () => {
  const { status, body } = await as.viewer.get(types)
  expect(status).toBe(200)
  expect(body.tagTypes).toEqual([
    {
      name: 'simple',
      description: 'For any kind of label.',
      icon: '#',
      color: '#FFFFFF',
      usedInFeatures: 0,
      objectVersion: 1,
    },
  ])
  expect((await as.anonymous.get(types)).status).toBe(401)
})

test('a tag type can be created once, with a URL-friendly name', async () => {
  const team = { name: 'team', description: 'Who looks after it', icon: 'T', color: '#0A5B76' }
  expect((await as.viewer.post(types, team)).status).toBe(403)
  expect((await as.viewer.post(`${types}/validate`, team)).body).toEqual({ valid: true, tagType: team })
  const { status, body, headers } = await as.editor.post(types, team)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...team, objectVersion: 1 })
  expect(headers.location).toBe('tag-types/team')
  expect(await events(1)).toEqual(['tag-type-created'])
  expect((await as.editor.post(types, team)).status).toBe(409)
  expect((await as.viewer.post(`${types}/validate`, team)).status).toBe(409)
  for (const name of ['x', 'a team', 'x'.repeat(51), '..']) {
    expect((await as.editor.post(types, { name })).status).toBe(400)
    expect((await as.viewer.post(`${types}/validate`, { name })).status).toBe(400)
  }
  expect((await as.editor.post(types, { name: 'red', color: 'red' })).status).toBe(400)
  expect((await as.editor.post(types, { name: 'long', description: 'x'.repeat(1001) })).status).toBe(400)
  expect((await as.editor.post(types, { name: 'long', icon: 'x'.repeat(101) })).status).toBe(400)
})

test('an update keeps omitted fields', async () => {
  expect((await as.viewer.put(`${types}/team`, { color: '#000000' })).status).toBe(403)
  expect((await as.editor.put(`${types}/nosuch`, {})).status).toBe(404)
  const change = await as.editor.put(`${types}/team`, { color: null }, { headers: { 'if-match': '"1"' } })
  expect(change.status).toBe(200)
  expect((await as.viewer.get(`${types}/team`)).body).toMatchObject({
    description: 'Who looks after it',
    icon: 'T',
    color: null,
    objectVersion: 2,
  })
  const late = await as.editor.put(`${types}/team`, { icon: 'U' }, { headers: { 'if-match': '"1"' } })
  expect(late.status).toBe(412)
  await as.editor.put(`${types}/team`, { icon: 'T' })
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'tag-type-updated',
    data: { name: 'team', color: null },
    pre_data: { color: '#0A5B76' },
  })
  expect((await as.viewer.get(`${types}/nosuch`)).status).toBe(404)
})

test('creating and updating a tag type can be undone', async () => {
  const { headers } = await as.admin.put(`${types}/team`, { color: '#875200', description: '' })
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(`${types}/team`)).body).toMatchObject({
    description: 'Who looks after it',
    color: null,
  })
  const made = await as.admin.post(types, { name: 'area' })
  expect((await undo(made.headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(`${types}/area`)).status).toBe(404)
})

test('creating a tag type cannot be undone once it has tags', async () => {
  const made = await as.admin.post(types, { name: 'area' })
  await as.admin.post('/api/admin/tags', { type: 'area', value: 'search' })
  expect((await undo(made.headers['x-undo'])).status).toBe(409)
  expect((await as.admin.delete(`${types}/area`)).status).toBe(200)
})

test('deleting a tag type removes its tags from all flags, and undo restores them', async () => {
  await db.insertInto('tags').values({ type: 'team', value: 'web' }).execute()
  await db.insertInto('tags').values({ type: 'team', value: 'idle' }).execute()
  for (const flag of ['checkout', 'asleep'])
    await db.insertInto('flag_tags').values({ flag, tag_type: 'team', tag_value: 'web' }).execute()
  expect((await as.viewer.get(`${types}/team`)).body.usedInFeatures).toBe(1)

  expect((await as.viewer.delete(`${types}/team`)).status).toBe(403)
  expect((await as.editor.delete(`${types}/nosuch`)).status).toBe(404)
  expect((await as.editor.delete(`${types}/simple`)).body.name).toBe('InvalidOperationError')
  const { status, headers } = await as.admin.delete(`${types}/team`)
  expect(status).toBe(200)
  expect(await events(1)).toEqual(['tag-type-deleted'])
  expect((await as.viewer.get('/api/admin/tags/team')).body.tags).toEqual([])
  expect(await tagsOf('checkout')).toEqual([])
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [] })

  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect(await tagsOf('checkout')).toEqual([{ type: 'team', value: 'web', color: null }])
  expect(await tagsOf('asleep')).toHaveLength(1)
  expect((await as.viewer.get('/api/admin/tags/team')).body.tags).toHaveLength(2)
  expect((await live(db, 'flag', 'development'))[0]?.meta).toMatchObject({ tags: [['team', 'web']] })
})
