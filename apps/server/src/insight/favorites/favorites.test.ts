import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp()
const project = '/api/admin/projects/default'
const flag = `${project}/features/checkout`
await makeFlag(db, 'checkout', { environments: { development: { enabled: true } } })
await makeFlag(db, 'retired', { archived: true })
await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'secret', { project: 'hidden' })

const types = async () => (await trail(db)).map(({ type }) => type)
type Listed = { id?: string; name: string; favorite: boolean }

test('a flag is a favourite only for the account that starred it', async () => {
  expect((await as.viewer.post(`${flag}/favorites`, {})).status).toBe(200)
  expect((await as.viewer.get(flag)).body.favorite).toBe(true)
  expect((await as.member.get(flag)).body.favorite).toBe(false)
  const listed = async (who: 'viewer' | 'member') =>
    (await as[who].get(`${project}/features`)).body.features.map((one: Listed) => one.favorite)
  expect([await listed('viewer'), await listed('member')]).toEqual([[true], [false]])
  const [event] = await trail(db, 1)
  expect(event).toMatchObject({
    type: 'feature-favorited',
    project: 'default',
    flag: 'checkout',
    actor_id: actors.viewer.id,
    data: { feature: 'checkout' },
  })
})

test('starring a flag adds no collaborator and publishes nothing', async () => {
  expect((await as.viewer.get(flag)).body.collaborators.users).toEqual([])
  expect(await db.selectFrom('published').selectAll().where('kind', '=', 'flag').execute()).toEqual([])
})

test('starring twice, or removing a star that is not there, changes nothing', async () => {
  const before = await types()
  expect((await as.viewer.post(`${flag}/favorites`, {})).status).toBe(200)
  expect((await as.member.delete(`${flag}/favorites`)).status).toBe(200)
  expect(await types()).toEqual(before)
  expect((await as.viewer.delete(`${flag}/favorites`)).status).toBe(200)
  expect((await as.viewer.get(flag)).body.favorite).toBe(false)
  expect(await types()).toEqual([...before, 'feature-unfavorited'])
})

test('a project is a favourite only for the account that starred it', async () => {
  expect((await as.member.post(`${project}/favorites`, {})).status).toBe(200)
  const seen = async (who: 'viewer' | 'member') => [
    (await as[who].get('/api/admin/projects')).body.projects.find((one: Listed) => one.id === 'default')
      .favorite,
    (await as[who].get(`${project}/overview`)).body.favorite,
  ]
  expect([await seen('member'), await seen('viewer')]).toEqual([
    [true, true],
    [false, false],
  ])
  expect((await as.member.post(`${project}/favorites`, {})).status).toBe(200)
  expect((await as.member.delete(`${project}/favorites`)).status).toBe(200)
  expect((await as.member.delete(`${project}/favorites`)).status).toBe(200)
  expect(await seen('member')).toEqual([false, false])
  expect((await types()).slice(-2)).toEqual(['project-favorited', 'project-unfavorited'])
})

test('flags and projects that are missing, archived or hidden cannot be starred', async () => {
  const status = async (url: string) => [
    (await as.viewer.post(`${url}/favorites`, {})).status,
    (await as.viewer.delete(`${url}/favorites`)).status,
  ]
  expect(await status(`${project}/features/nosuch`)).toEqual([404, 404])
  expect(await status(`${project}/features/secret`)).toEqual([404, 404])
  expect(await status(`${project}/features/retired`)).toEqual([400, 200])
  expect(await status('/api/admin/projects/hidden/features/secret')).toEqual([404, 404])
  expect(await status('/api/admin/projects/hidden')).toEqual([404, 404])
  expect(await status('/api/admin/projects/nosuch')).toEqual([404, 404])
})

test('an admin token cannot have favourites', async () => {
  for (const url of [flag, project]) {
    expect((await as.adminToken.post(`${url}/favorites`, {})).status).toBe(403)
    expect((await as.adminToken.delete(`${url}/favorites`)).status).toBe(403)
  }
})

test('deleting a flag deletes its favourites', async () => {
  await as.viewer.post(`${flag}/favorites`, {})
  await as.admin.delete(flag)
  await as.admin.delete('/api/admin/archive/checkout')
  expect(await db.selectFrom('favorite_flags').selectAll().execute()).toEqual([])
})
