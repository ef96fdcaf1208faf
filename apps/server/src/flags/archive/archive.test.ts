import { beforeEach, expect, test } from 'vitest'
import { live, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const project = '/api/admin/projects/default'
const url = (flag: string) => `${project}/features/${flag}`
let flag = ''
let count = 0

beforeEach(async () => {
  flag = `flag-${++count}`
  await as.admin.post(`${project}/features`, { name: flag })
})

const create = async (name: string) => {
  await as.admin.post(`${project}/features`, { name })
  return name
}
const depend = (child: string, parent: string) =>
  db.insertInto('flag_dependencies').values({ child, parent }).execute()
const events = async (name: string) =>
  (await trail(db)).filter((event) => event.flag === name).map((event) => event.type)
const isLive = async (name: string, environment = '*') =>
  (await live(db, 'flag', environment)).some((row) => row.name === name)

test('an archived flag is no longer delivered, but its name stays taken', async () => {
  await as.admin.post(`${url(flag)}/environments/development/on`)
  expect(await isLive(flag, 'development')).toBe(true)
  expect((await as.member.delete(url(flag))).status).toBe(202)
  expect([await isLive(flag), await isLive(flag, 'development')]).toEqual([false, false])
  expect((await as.viewer.get(url(flag))).status).toBe(404)
  const taken = await as.admin.post(`${project}/features`, { name: flag })
  expect(taken.status).toBe(409)
  expect(taken.body.code).toBe('nameArchived')
  const check = await as.viewer.post('/api/admin/features/validate', { name: flag })
  expect(check.body.code).toBe('nameArchived')
  expect((await as.member.delete(url(flag))).status).toBe(202)
  expect((await events(flag)).filter((type) => type === 'feature-archived')).toHaveLength(1)
})

test('an archived flag cannot be changed', async () => {
  await as.member.delete(url(flag))
  const answers = await Promise.all([
    as.admin.put(url(flag), { description: 'x' }),
    as.admin.patch(url(flag), []),
    as.admin.post(`${url(flag)}/environments/development/on`),
    as.admin.post(`${url(flag)}/environments/development/strategies`, { name: 'default' }),
    as.admin.post(`${url(flag)}/clone`, { name: `${flag}-copy` }),
    as.admin.post(`${project}/stale`, { features: [flag], stale: true }),
  ])
  expect(answers.map(({ status, body }) => [status, body.name])).toEqual(
    answers.map(() => [400, 'ArchivedFeatureError']),
  )
})

test('a parent can only be archived together with its children, which lose their dependency', async () => {
  const child = await create(`${flag}-child`)
  await depend(child, flag)
  expect((await as.viewer.get(url(child))).body.dependencies).toEqual([
    { feature: flag, enabled: true, variants: [] },
  ])
  expect((await as.viewer.get(url(flag))).body.children).toEqual([child])
  const check = (features: string[], actor = as.member) =>
    actor.post(`${project}/archive/validate`, { features })
  expect((await check([flag])).body).toEqual({
    parentsWithChildFeatures: [flag],
    hasDeletedDependencies: false,
  })
  expect((await check([flag, child])).body).toEqual({
    parentsWithChildFeatures: [],
    hasDeletedDependencies: true,
  })
  expect((await check([flag], as.viewer)).status).toBe(403)
  const refused = await as.member.delete(url(flag))
  expect([refused.status, refused.body.name]).toEqual([403, 'InvalidOperationError'])
  const archive = (features: string[]) => as.member.post(`${project}/archive`, { features })
  expect((await archive([flag])).status).toBe(403)
  expect((await archive([flag, child])).status).toBe(202)
  expect((await events(child)).slice(-2)).toEqual(['feature-dependencies-removed', 'feature-archived'])
  expect([await isLive(flag), await isLive(child)]).toEqual([false, false])
  expect((await archive(['nosuch'])).status).toBe(404)
})

test('a segment is delivered only while a flag that is not archived uses it', async () => {
  const { body } = await as.admin.post('/api/admin/segments', { name: flag, constraints: [] })
  const used = async () =>
    (await live(db, 'segment', 'development')).some((row) => row.name === String(body.id))
  await as.admin.post(`${url(flag)}/environments/development/strategies`, {
    name: 'default',
    segments: [body.id],
  })
  expect(await used()).toBe(true)
  await as.member.delete(url(flag))
  expect(await used()).toBe(false)
  expect((await as.admin.delete(`/api/admin/segments/${body.id}`)).status).toBe(409)
  await as.member.post(`/api/admin/archive/revive/${flag}`)
  expect(await used()).toBe(true)
})

test('a revived flag keeps its rules and is off in every environment', async () => {
  await as.admin.post(`${url(flag)}/environments/development/on`)
  await as.member.delete(url(flag))
  const revive = `/api/admin/archive/revive/${flag}`
  expect((await as.viewer.post(revive)).status).toBe(403)
  expect((await as.member.post(revive)).status).toBe(200)
  expect((await as.member.post(revive)).status).toBe(200)
  expect((await as.viewer.get(url(flag))).body.environments[0]).toMatchObject({
    enabled: false,
    strategies: [{ name: 'flexibleRollout' }],
  })
  expect((await events(flag)).filter((type) => type === 'feature-revived')).toHaveLength(1)
  expect(await isLive(flag)).toBe(true)
  expect((await as.member.post('/api/admin/archive/revive/nosuch')).status).toBe(404)
})

test('several flags can be revived at once, within the flag limit of the project', async () => {
  const second = await create(`${flag}-second`)
  const archive = () => as.member.post(`${project}/archive`, { features: [flag, second] })
  const revive = () => as.member.post(`${project}/revive`, { features: [second, flag] })
  await archive()
  expect((await revive()).status).toBe(200)
  expect([await isLive(flag), await isLive(second)]).toEqual([true, true])
  await archive()
  await db.updateTable('projects').set({ feature_limit: 1 }).where('id', '=', 'default').execute()
  expect((await revive()).status).toBe(403)
  await db.updateTable('projects').set({ feature_limit: null }).where('id', '=', 'default').execute()
})

test('only archived flags can be deleted, and skipped flags are returned', async () => {
  const second = await create(`${flag}-second`)
  await as.member.delete(url(flag))
  const remove = (features: string[], actor = as.member) => actor.post(`${project}/delete`, { features })
  expect((await remove([flag], as.viewer)).status).toBe(403)
  const { status, body } = await remove([flag, second, 'nosuch'])
  expect([status, body]).toEqual([200, { skipped: [second, 'nosuch'] }])
  expect((await events(flag)).at(-1)).toBe('feature-deleted')
  expect((await as.admin.post(`${project}/features`, { name: flag })).status).toBe(201)
  expect((await as.member.delete(`/api/admin/archive/${second}`)).body).toEqual({ skipped: [second] })
  await as.member.delete(url(second))
  expect((await as.viewer.delete(`/api/admin/archive/${second}`)).status).toBe(403)
  expect((await as.member.delete(`/api/admin/archive/${second}`)).body).toEqual({ skipped: [] })
  expect((await as.member.delete(`/api/admin/archive/${second}`)).status).toBe(404)
})

test('flags of another project cannot be archived, revived or deleted', async () => {
  await makeProject(db, 'other')
  await as.admin.post('/api/admin/projects/other/features', { name: 'foreign' })
  expect((await as.member.delete(url('foreign'))).status).toBe(404)
  await as.admin.delete('/api/admin/projects/other/features/foreign')
  expect((await as.member.post(`${project}/delete`, { features: ['foreign'] })).body).toEqual({
    skipped: ['foreign'],
  })
  expect((await as.member.post(`${project}/revive`, { features: ['foreign'] })).status).toBe(404)
  expect((await as.member.post('/api/admin/archive/revive/foreign')).status).toBe(403)
  expect((await as.member.delete('/api/admin/archive/foreign')).status).toBe(403)
  await db.updateTable('projects').set({ mode: 'private' }).where('id', '=', 'other').execute()
  expect((await as.member.post('/api/admin/archive/revive/foreign')).status).toBe(404)
})

test('archiving a flag with a stale If-Match is refused', async () => {
  await as.member.put(url(flag), { description: 'still needed' })
  const old = { headers: { 'if-match': '"1"' } }
  const late = await as.member.delete(url(flag), old)
  expect([late.status, late.body.current]).toMatchObject([412, { name: flag, objectVersion: 2 }])
  expect((await as.viewer.get(url(flag))).status).toBe(200)
  expect((await as.member.delete(url(flag), { headers: { 'if-match': '"2"' } })).status).toBe(202)
})
