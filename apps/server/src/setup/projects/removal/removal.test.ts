import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeSegment, makeToken, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()
const url = '/api/admin/projects'
const idsOf = async (query = '') =>
  (await as.admin.get(`${url}${query}`)).body.projects.map(({ id }: { id: string }) => id)

await makeProject(db, 'shop')
await makeProject(db, 'other')

test('a project that still has flags cannot be archived or deleted', async () => {
  await makeFlag(db, 'pay', { project: 'shop' })
  expect((await as.admin.post(`${url}/archive/shop`)).body.name).toBe('InvalidOperationError')
  expect((await as.admin.delete(`${url}/shop`)).body.name).toBe('InvalidOperationError')
  await db.updateTable('flags').set({ archived_at: new Date() }).where('name', '=', 'pay').execute()
})

test('the default project cannot be archived or deleted', async () => {
  expect((await as.admin.delete(`${url}/default`)).status).toBe(403)
  expect((await as.admin.post(`${url}/archive/default`)).status).toBe(403)
})

test('an archived project is read-only and listed separately until it is revived', async () => {
  expect((await as.member.post(`${url}/archive/shop`)).status).toBe(403)
  expect((await as.admin.post(`${url}/archive/shop`)).status).toBe(200)
  expect(await idsOf()).toEqual(['default', 'other'])
  expect(await idsOf('?archived=true')).toEqual(['shop'])
  expect((await as.admin.get(`${url}/shop/overview`)).body.archivedAt).toBeTruthy()
  expect((await as.admin.put(`${url}/shop`, { name: 'x' })).body.name).toBe('InvalidOperationError')
  expect((await as.member.post(`${url}/revive/shop`)).status).toBe(403)
  expect((await as.admin.post(`${url}/revive/shop`)).status).toBe(200)
  expect((await as.admin.post(`${url}/revive/shop`)).status).toBe(200)
  expect((await as.admin.put(`${url}/shop`, { name: 'shop' })).status).toBe(200)
  expect((await trail(db)).map(({ type }) => type)).toEqual(['project-archived', 'project-revived'])
})

test('deleting a project deletes its archived flags, segments, context fields, members and tokens', async () => {
  const segment = await makeSegment(db, 'ours', 'shop')
  await makeFlag(db, 'old', {
    project: 'shop',
    archived: true,
    environments: { production: { enabled: true, rules: [{ segments: [segment] }] } },
  })
  await makeToken(db, 'alone', 'production', ['shop'])
  await makeToken(db, 'shared', 'production', ['shop', 'other'])
  await db.insertInto('context_fields').values({ name: 'cart', project: 'shop' }).execute()
  await db
    .insertInto('project_members')
    .values({ project: 'shop', user_id: actors.member.id, role_id: 5 })
    .execute()
  expect((await as.member.delete(`${url}/shop`)).status).toBe(403)
  expect((await as.admin.delete(`${url}/shop`)).status).toBe(200)
  expect((await trail(db)).slice(2)).toMatchObject([
    { type: 'feature-deleted', flag: 'old', project: 'shop' },
    { type: 'feature-deleted', flag: 'pay', project: 'shop' },
    { type: 'segment-deleted', pre_data: { name: 'ours' } },
    { type: 'context-field-deleted', pre_data: { name: 'cart' } },
    { type: 'api-token-deleted', pre_data: { tokenName: 'alone' } },
    { type: 'project-deleted', project: 'shop', pre_data: { id: 'shop' } },
  ])
  expect(await idsOf()).toEqual(['default', 'other'])
  expect((await as.admin.delete(`${url}/shop`)).status).toBe(404)
})

test('a token of several projects is published again without the deleted project', async () => {
  const rows = await db
    .selectFrom('published')
    .select('doc')
    .where('kind', '=', 'token')
    .where('from_revision', '>', 0)
    .where('until_revision', 'is', null)
    .execute()
  expect(rows).toMatchObject([{ doc: { name: 'shared', projects: ['other'] } }])
})

test('a project with a reused id starts empty', async () => {
  expect((await as.admin.post(url, { name: 'shop', id: 'shop' })).status).toBe(201)
  expect((await as.admin.get(`${url}/shop/access`)).body.users).toMatchObject([{ id: actors.admin.id }])
})

test('a project cannot be revived if the project limit is reached', async () => {
  const { as, db } = await testApp({ UNLEASH_PROJECTS_LIMIT: '1' })
  await makeProject(db, 'resting')
  await db.updateTable('projects').set({ archived_at: new Date() }).where('id', '=', 'resting').execute()
  expect((await as.admin.post(`${url}/revive/resting`)).body.name).toBe('ExceedsLimitError')
})
