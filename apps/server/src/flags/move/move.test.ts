import { beforeEach, expect, test } from 'vitest'
import { published } from '../../../test/cluster/check.ts'
import { live, makeProject, makeSegment, makeToken, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { app, as, actors, db } = await testApp()
const project = '/api/admin/projects/default'
await makeProject(db, 'target')
await makeProject(db, 'narrow', { environments: ['development'] })
await makeProject(db, 'hidden', { mode: 'private' })
const join = (project: string, user_id: number, role_id: number) =>
  db.insertInto('project_members').values({ project, user_id, role_id }).execute()
await join('target', actors.owner.id, 4)
await join('narrow', actors.owner.id, 4)

let count = 0
let flag = ''
beforeEach(async () => {
  flag = `flag-${++count}`
  await as.admin.post(`${project}/features`, { name: flag })
})

const url = (name = flag) => `${project}/features/${name}`
const move = (newProjectId: string, actor = as.owner, name = flag) =>
  actor.post(`${url(name)}/changeProject`, { newProjectId })
const moveAll = (features: string[], newProjectId = 'target', actor = as.owner) =>
  actor.post(`${project}/move`, { features, newProjectId })
const check = (features: string[], newProjectId = 'target', actor = as.owner) =>
  actor.post(`${project}/move/validate`, { features, newProjectId })
const where = async (name = flag) =>
  (await db.selectFrom('flags').select('project').where('name', '=', name).executeTakeFirstOrThrow()).project
const settle = (change: object) => db.updateTable('projects').set(change).where('id', '=', 'target').execute()

test('a flag moves with all its data, and both projects get a new head', async () => {
  await as.admin.post(`${url()}/environments/development/on`)
  await as.admin.post(`${url()}/link`, { url: 'example.com' })
  const before = (await as.viewer.get(url())).body
  const heads = async () =>
    Object.fromEntries(
      (await db.selectFrom('heads').selectAll().where('environment', '=', 'development').execute()).map(
        (head) => [head.project, head.revision],
      ),
    )
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  expect((await move('target')).status).toBe(200)
  expect((await as.viewer.get(url())).body.code).toBe('flagElsewhere')
  const after = (await as.viewer.get(`/api/admin/projects/target/features/${flag}`)).body
  expect(after).toMatchObject({ project: 'target', links: before.links, environments: before.environments })
  expect((await trail(db)).at(-1)).toMatchObject({
    type: 'feature-project-change',
    flag,
    project: 'target',
    data: { oldProject: 'default', newProject: 'target' },
  })
  const rows = await live(db, 'flag', 'development')
  expect(rows.find(({ name }) => name === flag)).toMatchObject({
    project: 'target',
    doc: { project: 'target', enabled: true },
  })
  expect(await heads()).toMatchObject({ default: revision + 1, target: revision + 1 })
  const states = await published(app.database)
  expect(states.live).toEqual(states.compiled)
})

test('moving a flag requires the permission in both projects, and access to the target', async () => {
  expect((await move('target', as.member)).status).toBe(403)
  expect((await move('target', as.viewer)).status).toBe(403)
  await makeProject(db, 'foreign')
  const foreign = await move('foreign')
  expect([foreign.status, foreign.body.name]).toEqual([403, 'PermissionError'])
  expect((await move('hidden')).status).toBe(404)
  expect((await move('nosuch')).status).toBe(404)
  expect((await move('default')).status).toBe(400)
  expect((await move('target', as.owner, 'nosuch')).status).toBe(404)
  await settle({ archived_at: new Date() })
  expect((await move('target')).body.name).toBe('InvalidOperationError')
  await settle({ archived_at: null })
  expect(await where()).toBe('default')
})

test('a flag can only move to a project with the same environments', async () => {
  const { status, body } = await move('narrow')
  expect([status, body.name]).toEqual([403, 'IncompatibleProjectError'])
  expect(body.message).toContain('It is missing production.')
})

test('flags with dependencies can only move together', async () => {
  await as.admin.post(`${project}/features`, { name: `${flag}-child` })
  await as.admin.post(`${url(`${flag}-child`)}/dependencies`, { feature: flag })
  expect((await move('target')).body.name).toBe('InvalidOperationError')
  expect((await move('target', as.owner, `${flag}-child`)).status).toBe(403)
  expect((await moveAll([flag, `${flag}-child`])).status).toBe(200)
  expect([await where(), await where(`${flag}-child`)]).toEqual(['target', 'target'])
})

test('segments and context fields of the old project block a move, global ones do not', async () => {
  const own = await makeSegment(db, `own-${count}`, 'default')
  const shared = await makeSegment(db, `shared-${count}`)
  await db
    .insertInto('context_fields')
    .values({ name: `tier-${count}`, project: 'default' })
    .execute()
  const rules = `${url()}/environments/development/strategies`
  const add = async (body: object) =>
    (await as.admin.post(rules, { name: 'flexibleRollout', ...body })).body.id
  await add({ segments: [shared] })
  const bySegment = await add({ segments: [own] })
  const refused = await move('target')
  expect([refused.status, refused.body.name]).toEqual([400, 'BadDataError'])
  expect(refused.body.message).toContain(`own-${count}`)
  expect((await check([flag])).body.obstacles).toMatchObject([{ features: [flag] }])
  await as.admin.delete(`${rules}/${bySegment}`)
  const byField = await add({
    constraints: [{ contextName: `tier-${count}`, operator: 'IN', values: ['gold'] }],
  })
  expect((await move('target')).body.message).toContain(`tier-${count}`)
  await as.admin.delete(`${rules}/${byField}`)
  const bySticking = await add({
    parameters: { rollout: '50', stickiness: `tier-${count}`, groupId: 'x' },
  })
  expect((await move('target')).status).toBe(400)
  await as.admin.delete(`${rules}/${bySticking}`)
  expect((await move('target')).status).toBe(200)
})

test('the naming pattern and flag limit of the target project apply to a move', async () => {
  await settle({ naming_pattern: 'shop-.*' })
  expect((await move('target')).body.name).toBe('PatternError')
  await settle({ naming_pattern: null, feature_limit: 1 })
  expect((await move('target')).body.name).toBe('OperationDeniedError')
  expect((await check([flag])).body.obstacles).toMatchObject([{ features: [flag] }])
  await settle({ feature_limit: null })
})

test('several flags are moved all together or not at all', async () => {
  await as.admin.post(`${project}/features`, { name: `${flag}-second` })
  expect((await moveAll([flag, 'nosuch'])).status).toBe(404)
  expect((await moveAll([flag], 'target', as.member)).status).toBe(403)
  expect(await where()).toBe('default')
  expect((await moveAll([])).status).toBe(200)
  const { status, headers } = await moveAll([flag, `${flag}-second`])
  expect(status).toBe(200)
  expect(await where(`${flag}-second`)).toBe('target')
  expect((await as.owner.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect([await where(), await where(`${flag}-second`)]).toEqual(['default', 'default'])
})

test('an archived flag cannot be moved', async () => {
  await as.admin.delete(url())
  expect((await move('target')).body.name).toBe('ArchivedFeatureError')
})

test('a move can be checked first, for obstacles and affected tokens', async () => {
  await makeToken(db, 'old', 'development', ['default'])
  await makeToken(db, 'new', 'development', ['target'])
  await makeToken(db, 'both', 'development', ['default', 'target'])
  expect((await check([flag])).body).toEqual({ obstacles: [], losingTokens: 1, gainingTokens: 1 })
  const narrow = await check([flag], 'narrow')
  expect(narrow.body.obstacles).toMatchObject([
    { features: [flag], message: expect.stringContaining('narrow') },
  ])
  expect((await check([flag], 'hidden')).status).toBe(404)
  expect((await check([flag], 'foreign')).status).toBe(403)
  expect((await check([flag], 'target', as.member)).status).toBe(403)
})

test('the check of a move reports an archived target project and the project the flags are already in', async () => {
  await settle({ archived_at: new Date() })
  const archived = await check([flag])
  await settle({ archived_at: null })
  expect(archived.body.obstacles).toMatchObject([
    { features: [flag], message: expect.stringContaining('target is archived') },
  ])
  const same = await check([flag], 'default')
  expect(same.body.obstacles).toEqual([
    { features: [flag], message: 'The project is already default. Choose another one.' },
  ])
  expect((await move('default')).body.message).toBe(same.body.obstacles[0].message)
})
