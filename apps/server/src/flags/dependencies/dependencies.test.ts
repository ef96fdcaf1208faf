import { beforeEach, expect, test } from 'vitest'
import { published } from '../../../test/cluster/check.ts'
import { live, makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { app, as, db } = await testApp()
const project = '/api/admin/projects/default'
let count = 0
let parent = ''
let child = ''

const create = async (name: string) => {
  await as.admin.post(`${project}/features`, { name })
  return name
}
beforeEach(async () => {
  count += 1
  parent = await create(`parent-${count}`)
  child = await create(`child-${count}`)
})

const url = (flag: string) => `${project}/features/${flag}`
const depend = (flag: string, body: object, actor = as.member) =>
  actor.post(`${url(flag)}/dependencies`, body)
const read = async (flag: string) => (await as.viewer.get(url(flag))).body
const events = async (flag: string) =>
  (await trail(db)).filter((event) => event.flag === flag).filter(({ type }) => type.includes('depend'))
const refused = { status: 403, body: { name: 'InvalidOperationError' } }

test('a dependency is shown on both flags, recorded and delivered', async () => {
  expect((await as.viewer.get(`${project}/dependencies`)).body).toBe(false)
  expect((await depend(child, { feature: parent })).status).toBe(200)
  expect((await as.viewer.get(`${project}/dependencies`)).body).toBe(true)
  const dependency = { feature: parent, enabled: true, variants: [] }
  expect((await read(child)).dependencies).toEqual([dependency])
  expect((await read(parent)).children).toEqual([child])
  expect(await events(child)).toMatchObject([
    { type: 'feature-dependency-added', project: 'default', data: dependency, pre_data: null },
  ])
  const delivered = (await live(db, 'flag', '*')).find(({ name }) => name === child)
  expect(delivered?.doc).toMatchObject({ dependencies: [dependency] })
  const states = await published(app.database)
  expect(states.live).toEqual(states.compiled)
})

test('a child is on only if its parent has the required state', async () => {
  for (const flag of [parent, child]) await as.admin.post(`${url(flag)}/environments/development/on`)
  const given = async () => {
    const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
    await expect.poll(() => app.delivery.store.revision, { interval: 10 }).toBe(revision)
    const { toggles } = (await as.frontendToken.get('/api/frontend?userId=1')).body
    return toggles.some(({ name }: { name: string }) => name === child)
  }
  expect(await given()).toBe(true)
  await depend(child, { feature: parent, enabled: false })
  expect(await given()).toBe(false)
  await depend(child, { feature: parent })
  expect(await given()).toBe(true)
  await as.admin.post(`${url(parent)}/environments/development/off`)
  expect(await given()).toBe(false)
})

test('a dependency can be changed, and setting the same one again records nothing', async () => {
  await depend(child, { feature: parent })
  const variants = ['red', 'blue', 'red']
  const unknown = await depend(child, { feature: parent, enabled: true, variants })
  expect(unknown.status).toBe(200)
  expect(JSON.parse(String(unknown.headers['x-warnings']))).toEqual([
    expect.stringContaining(`${parent} has no variant red, blue`),
  ])
  expect((await read(child)).dependencies).toMatchObject([{ variants: ['red', 'blue'] }])
  await depend(child, { feature: parent, enabled: true, variants })
  const off = await depend(child, { feature: parent, enabled: false, variants })
  expect(off.headers['x-warnings']).toBeUndefined()
  expect((await read(child)).dependencies).toEqual([{ feature: parent, enabled: false, variants: [] }])
  expect(await events(child)).toMatchObject([
    {},
    { data: { variants: ['red', 'blue'] }, pre_data: { variants: [] } },
    { data: { enabled: false, variants: [] } },
  ])
})

test('dependencies are one level deep, within one project, and never circular', async () => {
  const other = await create(`${child}-other`)
  await makeProject(db, `elsewhere-${count}`)
  await makeFlag(db, `${child}-elsewhere`, { project: `elsewhere-${count}` })
  await makeFlag(db, `${child}-archived`, { archived: true })
  await depend(child, { feature: parent })
  const answers = await Promise.all([
    depend(parent, { feature: parent }),
    depend(parent, { feature: other }),
    depend(other, { feature: child }),
    depend(parent, { feature: child }),
    depend(other, { feature: `${child}-elsewhere` }),
    depend(other, { feature: `${child}-archived` }),
    depend(other, { feature: 'nosuch' }),
  ])
  for (const answer of answers) expect(answer).toMatchObject(refused)
  expect((await depend(`${child}-archived`, { feature: parent })).body.name).toBe('ArchivedFeatureError')
  expect((await depend('nosuch', { feature: parent })).status).toBe(404)
  expect((await depend(other, { feature: parent }, as.viewer)).status).toBe(403)
  expect((await depend(other, {})).status).toBe(400)
})

test('a flag cannot have more parents or parent variants than the limits', async () => {
  for (let index = 0; index < 10; index++) {
    await depend(child, { feature: await create(`${parent}-${index}`) })
  }
  expect((await depend(child, { feature: parent })).body.name).toBe('OperationDeniedError')
  const variants = Array.from({ length: 101 }, (_, index) => `v${index}`)
  expect((await depend(child, { feature: `${parent}-0`, variants })).body.name).toBe('OperationDeniedError')
})

test('two concurrent requests cannot create a chain of dependencies', async () => {
  const middle = await create(`${child}-middle`)
  const answers = await Promise.all([
    depend(child, { feature: middle }, as.admin),
    depend(middle, { feature: parent }, as.member),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('dependencies can be removed one at a time or all at once', async () => {
  const second = await create(`${parent}-second`)
  await depend(child, { feature: parent })
  await depend(child, { feature: second, enabled: false })
  const dependencies = `${url(child)}/dependencies`
  expect((await as.viewer.delete(`${dependencies}/${parent}`)).status).toBe(403)
  expect((await as.member.delete(`${dependencies}/${parent}`)).status).toBe(200)
  expect((await as.member.delete(`${dependencies}/${parent}`)).status).toBe(200)
  expect((await read(child)).dependencies).toMatchObject([{ feature: second }])
  expect((await as.member.delete(`${url('nosuch')}/dependencies/${parent}`)).status).toBe(404)
  expect((await as.viewer.delete(dependencies)).status).toBe(403)
  expect((await as.member.delete(dependencies)).status).toBe(200)
  expect((await as.member.delete(dependencies)).status).toBe(200)
  expect((await as.member.delete(`${url('nosuch')}/dependencies`)).status).toBe(404)
  expect((await read(child)).dependencies).toEqual([])
  expect((await events(child)).slice(2)).toMatchObject([
    { type: 'feature-dependency-removed', pre_data: { feature: parent } },
    {
      type: 'feature-dependencies-removed',
      pre_data: { dependencies: [{ feature: second, enabled: false }] },
    },
  ])
})

test('dependency changes can be undone, and undoing an archive restores dependencies', async () => {
  const undo = (id: unknown) => as.member.post(`/api/admin/undo/${id}`)
  const added = await depend(child, { feature: parent, variants: ['a'] })
  const before = await read(child)
  const changed = await depend(child, { feature: parent, enabled: false })
  expect((await undo(changed.headers['x-undo'])).status).toBe(204)
  expect((await read(child)).dependencies).toEqual(before.dependencies)
  const removed = await as.member.delete(`${url(child)}/dependencies`)
  await undo(removed.headers['x-undo'])
  expect((await read(child)).dependencies).toEqual(before.dependencies)
  const archived = await as.member.post(`${project}/archive`, { features: [child, parent] })
  expect((await undo(archived.headers['x-undo'])).status).toBe(204)
  expect((await read(child)).dependencies).toEqual(before.dependencies)
  expect((await undo(added.headers['x-undo'])).status).toBe(409)
})

test('possible parents are listed, with their variants', async () => {
  const other = await create(`${parent}-other`)
  await depend(child, { feature: parent })
  await db
    .updateTable('flag_environments')
    .set({ variants: JSON.stringify([{ name: 'own', weight: 1000 }]) })
    .where('flag', '=', parent)
    .where('environment', '=', 'production')
    .execute()
  await as.admin.post(`${url(parent)}/environments/development/strategies`, {
    name: 'flexibleRollout',
    variants: [
      { name: 'red', weight: 500, weightType: 'variable', stickiness: 'default' },
      { name: 'blue', weight: 500, weightType: 'variable', stickiness: 'default' },
    ],
  })
  const offered = async (flag: string) => (await as.viewer.get(`${url(flag)}/parents`)).body
  expect(await offered(other)).toContain(parent)
  expect(await offered(other)).not.toContain(child)
  expect(await offered(other)).not.toContain(other)
  expect(await offered(parent)).toEqual([])
  expect((await as.viewer.get(`${url('nosuch')}/parents`)).status).toBe(404)
  const variants = await as.viewer.get(`${url(parent)}/parent-variants`)
  expect(variants.body).toEqual(['blue', 'own', 'red'])
  expect((await as.viewer.get(`${url('nosuch')}/parent-variants`)).status).toBe(404)
})

test('the dependencies of a private project are hidden', async () => {
  await makeProject(db, `hidden-${count}`, { mode: 'private' })
  const hidden = `/api/admin/projects/hidden-${count}`
  expect((await as.viewer.get(`${hidden}/dependencies`)).status).toBe(404)
  expect((await as.viewer.get('/api/admin/projects/nosuch/dependencies')).status).toBe(404)
})
