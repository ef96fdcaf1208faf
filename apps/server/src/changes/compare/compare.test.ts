import { beforeEach, expect, test } from 'vitest'
import { live, makeProject, makeSegment, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default'
const segment = await makeSegment(db, 'beta')
let flag = ''
let count = 0

const at = (environment: string) => `${home}/features/${flag}/environments/${environment}`
const add = async (environment: string, body: object) =>
  (await as.admin.post(`${at(environment)}/strategies`, { name: 'flexibleRollout', ...body })).body
const compare = async (query = '', actor = as.viewer) =>
  (await actor.get(`${home}/compare?from=development&to=production${query}`)).body
const own = async () => (await compare(`&feature=${flag}`)).features[0]
const promote = (feature: object, actor = as.admin, places: object = {}) =>
  actor.post(`${home}/promote`, {
    from: 'development',
    to: 'production',
    features: [{ feature: flag, ...feature }],
    ...places,
  })

beforeEach(async () => {
  flag = `flag-${++count}`
  await as.admin.post(`${home}/features`, { name: flag })
})

test('a comparison shows flags in both environments and marks equal parts', async () => {
  expect(await own()).toMatchObject({ name: flag, same: true, rules: [] })
  const here = await add('development', { title: 'Beta', segments: [segment] })
  const there = await add('production', { title: 'Beta', parameters: { rollout: '10' } })
  await as.admin.post(`${at('development')}/on`)
  expect(await own()).toMatchObject({
    same: false,
    enabled: { from: true, to: false, same: false },
    variants: { same: true },
    rules: [{ from: { id: here.id }, to: { id: there.id, parameters: { rollout: '10' } }, same: false }],
  })
  const { segments, features } = await compare()
  expect(segments).toEqual([{ id: segment, name: 'beta' }])
  expect(features.length).toBe(count)
})

test('selected differences are copied in one change, recorded as separate events and undone together', async () => {
  await add('development', { parameters: { rollout: '25' } })
  await as.admin.post(`${at('development')}/on`)
  const before = (await trail(db, 1))[0]?.revision ?? 0
  const [rule] = (await own()).rules
  const done = await promote({ enabled: true, rules: [{ from: rule.from.id }] })
  expect(done.status).toBe(204)
  const events = (await trail(db)).filter(({ revision }) => revision > before)
  expect(events.map(({ type, environment }) => `${type} ${environment}`)).toEqual([
    'feature-strategy-add production',
    'feature-environment-enabled production',
  ])
  expect((await own()).same).toBe(true)
  const published = async () =>
    (await live(db, 'flag', 'production')).filter(({ name }) => name === flag).map(({ doc }) => doc)
  expect(await published()).toMatchObject([
    { enabled: true, strategies: [{ parameters: { rollout: '25' } }] },
  ])
  expect((await as.admin.post(`/api/admin/undo/${done.headers['x-undo']}`)).status).toBe(204)
  expect(await published()).toMatchObject([{ enabled: false, released: true }])
})

test('differences that were not selected are not copied', async () => {
  const [first, second] = [await add('development', { title: 'a' }), await add('development', { title: 'b' })]
  const there = await add('production', { title: 'a', parameters: { rollout: '1' } })
  const extra = await add('production', { name: 'default', title: 'only here' })
  await as.admin.post(`${at('production')}/on`)
  await promote({ rules: [{ from: first.id, to: there.id }] })
  expect((await own()).rules).toMatchObject([
    { from: { id: first.id }, to: { id: there.id }, same: true },
    { from: { id: second.id }, to: null },
    { from: null, to: { id: extra.id } },
  ])
  expect((await own()).enabled).toMatchObject({ from: false, to: true })
  await promote({ enabled: true, rules: [{ from: second.id }, { to: extra.id }] })
  expect((await own()).same).toBe(true)
})

test('variants of the flag and the order of rules can be copied', async () => {
  await as.admin.post('/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data: {
      features: [{ name: flag }],
      featureStrategies: [],
      tagTypes: [],
      featureEnvironments: [{ name: flag, enabled: false, variants: [{ name: 'x', weight: 1000 }] }],
    },
  })
  for (const rollout of ['1', '2']) await add('development', { parameters: { rollout } })
  for (const rollout of ['2', '1']) await add('production', { parameters: { rollout } })
  expect(await own()).toMatchObject({ variants: { same: false }, order: { same: false } })
  expect((await promote({ variants: true, order: true })).status).toBe(204)
  expect((await own()).same).toBe(true)
})

test('comparing needs access to the project, and promoting needs permissions in the target environment', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  const hidden = '/api/admin/projects/hidden/compare?from=development&to=production'
  expect((await as.viewer.get(hidden)).status).toBe(404)
  expect((await as.viewer.get(`${home}/compare?from=development&to=nosuch`)).status).toBe(404)
  expect((await as.viewer.get(`${home}/compare?from=development&to=development`)).status).toBe(400)
  expect((await compare('&feature=nosuch')).name).toBe('NotFoundError')
  await add('development', {})
  const [rule] = (await own()).rules
  const rules = [{ from: rule.from.id }]
  expect((await promote({ rules }, as.viewer)).status).toBe(403)
  await db.deleteFrom('role_permissions').where('role_id', '=', 5).where('environment', '=', '*').execute()
  expect((await promote({ rules }, as.member)).status).toBe(403)
  expect((await promote({ rules }, as.admin, { to: 'nosuch' })).status).toBe(404)
  expect((await promote({ feature: 'nosuch', rules })).status).toBe(404)
  expect((await promote({}, as.admin, { features: [] })).status).toBe(400)
  expect((await own()).same).toBe(false)
})
