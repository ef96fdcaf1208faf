import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../test/fixtures.ts'
import { testApp } from '../../test/kit.ts'

const { as, db, actors } = await testApp()
const project = '/api/admin/projects/default'
const flag = `${project}/features/checkout`
await makeFlag(db, 'checkout', { environments: { development: { enabled: true } } })
await makeFlag(db, 'retired', { archived: true })
await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'secret', { project: 'hidden' })

const types = async () => (await trail(db)).map(({ type }) => type)
type Listed = { id?: string; name: string; favorite: boolean }

test('a favourite flag is one for whoever made it one, and for nobody else', async () => {
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

test('a favourite does not make anybody a collaborator, and publishes nothing', async () => {
  expect((await as.viewer.get(flag)).body.collaborators.users).toEqual([])
  expect(await db.selectFrom('published').selectAll().where('kind', '=', 'flag').execute()).toEqual([])
})

test('twice is once, and taking back what is none changes nothing', async () => {
  const before = await types()
  expect((await as.viewer.post(`${flag}/favorites`, {})).status).toBe(200)
  expect((await as.member.delete(`${flag}/favorites`)).status).toBe(200)
  expect(await types()).toEqual(before)
  expect((await as.viewer.delete(`${flag}/favorites`)).status).toBe(200)
  expect((await as.viewer.get(flag)).body.favorite).toBe(false)
  expect(await types()).toEqual([...before, 'feature-unfavorited'])
})

test('a favourite project is one for whoever made it one', async () => {
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

test('what is not there, elsewhere, archived or hidden cannot be made a favourite', async () => {
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

test('an admin token has no favourites', async () => {
  for (const url of [flag, project]) {
    expect((await as.adminToken.post(`${url}/favorites`, {})).status).toBe(403)
    expect((await as.adminToken.delete(`${url}/favorites`)).status).toBe(403)
  }
})

test('favourites go with what they are about', async () => {
  await as.viewer.post(`${flag}/favorites`, {})
  await as.admin.delete(flag)
  await as.admin.delete('/api/admin/archive/checkout')
  expect(await db.selectFrom('favorite_flags').selectAll().execute()).toEqual([])
})
