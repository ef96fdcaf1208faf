import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const strategies = '/api/admin/strategies'
const rules = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}/environments/development/strategies`
const undo = (id: unknown) => as.admin.post(`/api/admin/undo/${id}`)
const types = async () => (await trail(db)).map(({ type }) => type)

const plan = {
  name: 'byPlan',
  title: 'By plan',
  description: 'On for some plans',
  parameters: [
    { name: 'plans', type: 'list', description: 'Names of plans', required: true },
    { name: 'share', type: 'percentage' },
  ],
}

await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'checkout', { environments: { development: {} } })
await makeFlag(db, 'secret', { project: 'hidden', environments: { development: {} } })

test('a new installation has four built-in strategies that cannot be edited', async () => {
  const { body } = await as.viewer.get(strategies)
  expect(body.strategies.map(({ name }: { name: string }) => name)).toEqual([
    'default',
    'flexibleRollout',
    'remoteAddress',
    'applicationHostname',
  ])
  expect(body.strategies[1]).toMatchObject({
    editable: false,
    deprecated: false,
    displayName: 'Gradual rollout',
  })
  for (const { name } of body.strategies) {
    const refused = await as.admin.put(`${strategies}/${name}`, { parameters: [] })
    expect([refused.status, refused.body.name]).toEqual([403, 'InvalidOperationError'])
    expect((await as.admin.delete(`${strategies}/${name}`)).status).toBe(403)
  }
  expect((await as.anonymous.get(strategies)).status).toBe(401)
})

test('a custom strategy can be created once', async () => {
  expect((await as.viewer.post(strategies, plan)).status).toBe(403)
  const { status, body, headers } = await as.editor.post(strategies, plan)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'byPlan',
    title: 'By plan',
    displayName: 'By plan',
    editable: true,
    deprecated: false,
    parameters: [plan.parameters[0], { name: 'share', type: 'percentage', description: '', required: false }],
  })
  expect(headers.location).toBe('strategies/byPlan')
  expect(await trail(db)).toMatchObject([{ type: 'strategy-created', data: { name: 'byPlan' } }])
  expect((await as.editor.post(strategies, plan)).status).toBe(409)
  expect((await as.editor.post(strategies, { ...plan, name: 'default' })).status).toBe(409)
})

test('invalid strategies are refused', async () => {
  const refused = async (part: object) =>
    (await as.editor.post(strategies, { ...plan, name: 'broken', ...part })).status
  const one = { name: 'plans', type: 'string' }
  expect(await refused({ name: 'by plan' })).toBe(400)
  expect(await refused({ title: 'x'.repeat(101) })).toBe(400)
  expect(await refused({ description: 'x'.repeat(1001) })).toBe(400)
  expect(await refused({ parameters: [{ ...one, type: 'date' }] })).toBe(400)
  expect(await refused({ parameters: [{ ...one, name: ' ' }] })).toBe(400)
  expect(await refused({ parameters: [{ ...one, description: 'x'.repeat(1001) }] })).toBe(400)
  expect(await refused({ parameters: [one, one] })).toBe(400)
  const many = Array.from({ length: 51 }, (_, index) => ({ ...one, name: `p${index}` }))
  expect(await refused({ parameters: many })).toBe(400)
  expect((await as.viewer.get(`${strategies}/broken`)).status).toBe(404)
})

test('an update keeps omitted fields, and one without differences records no event', async () => {
  const path = `${strategies}/byPlan`
  expect((await as.viewer.put(path, plan)).status).toBe(403)
  expect((await as.editor.put(`${strategies}/nosuch`, plan)).status).toBe(404)
  expect((await as.editor.put(path, { parameters: plan.parameters })).status).toBe(200)
  expect(await types()).toEqual(['strategy-created'])
  const parameters = [plan.parameters[0], { name: 'vip', type: 'boolean' }]
  const { headers } = await as.admin.put(path, { parameters }, { headers: { 'if-match': '"1"' } })
  const { body } = await as.viewer.get(path)
  expect(body).toMatchObject({ title: 'By plan', description: 'On for some plans', objectVersion: 2 })
  expect(body.parameters[1]).toMatchObject({ name: 'vip', type: 'boolean' })
  expect((await as.admin.put(path, plan, { headers: { 'if-match': '"1"' } })).status).toBe(412)
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(path)).body.parameters[1].name).toBe('share')
  const named = await as.admin.put(path, { ...plan, title: 'Plans', description: '' })
  expect(named.status).toBe(200)
  expect((await as.viewer.get(path)).body).toMatchObject({ title: 'Plans', description: null })
})

test('rules can use a custom strategy, and its uses are listed', async () => {
  const rule = { name: 'byPlan', parameters: { plans: 'team, pro', share: ' 07 ' } }
  const { status, body } = await as.admin.post(rules('checkout'), rule)
  expect(status).toBe(200)
  expect(body.parameters).toEqual({ plans: 'team, pro', share: '7' })
  expect((await as.admin.post(rules('checkout'), { ...rule, parameters: { share: 'all' } })).status).toBe(400)
  expect((await as.admin.post(rules('checkout'), { name: 'nosuch' })).status).toBe(400)
  await as.admin.post(rules('secret', 'hidden'), rule)
  await db
    .insertInto('applications')
    .values({ name: 'shop', strategies: JSON.stringify(['default', 'byPlan']) })
    .execute()
  expect((await as.viewer.get(`${strategies}/byPlan`)).body).toMatchObject({
    usedInFeatures: 1,
    usedInProjects: 1,
  })
  const uses = await as.viewer.get(`${strategies}/byPlan/uses`)
  expect(uses.body).toMatchObject({
    strategies: [{ featureName: 'checkout', projectId: 'default', environment: 'development' }],
    applications: ['shop'],
  })
  expect((await as.admin.get(`${strategies}/byPlan/uses`)).body.strategies).toHaveLength(2)
  expect((await as.viewer.get(`${strategies}/nosuch/uses`)).status).toBe(404)
})

test('a strategy that rules use cannot be deleted', async () => {
  const path = `${strategies}/byPlan`
  expect((await as.viewer.delete(path)).status).toBe(403)
  expect((await as.editor.delete(`${strategies}/nosuch`)).status).toBe(404)
  const refused = await as.editor.delete(path)
  expect([refused.status, refused.body.code]).toEqual([409, 'inUse'])
  await db.deleteFrom('rules').execute()
  const { status, headers } = await as.admin.delete(path)
  expect(status).toBe(200)
  expect((await types()).at(-1)).toBe('strategy-deleted')
  expect((await as.viewer.get(path)).status).toBe(404)
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(path)).body).toMatchObject({ title: 'Plans', editable: true })
})

test('a deprecated strategy stays usable and can be reactivated', async () => {
  const path = `${strategies}/byPlan`
  expect((await as.viewer.post(`${path}/deprecate`)).status).toBe(403)
  expect((await as.viewer.post(`${path}/reactivate`)).status).toBe(403)
  const { status, headers } = await as.admin.post(`${path}/deprecate`)
  expect(status).toBe(200)
  expect((await as.admin.post(`${path}/deprecate`)).headers['x-undo']).toBeUndefined()
  expect((await types()).filter((type) => type === 'strategy-deprecated')).toHaveLength(1)
  expect((await as.viewer.get(path)).body.deprecated).toBe(true)
  expect((await as.admin.post(rules('checkout'), { name: 'byPlan', parameters: {} })).status).toBe(200)
  expect((await undo(headers['x-undo'])).status).toBe(204)
  expect((await as.viewer.get(path)).body.deprecated).toBe(false)
  await as.admin.post(`${path}/deprecate`)
  expect((await as.admin.post(`${path}/reactivate`)).status).toBe(200)
  expect((await types()).at(-1)).toBe('strategy-reactivated')
  for (const verb of ['deprecate', 'reactivate'])
    expect((await as.admin.post(`${strategies}/nosuch/${verb}`)).status).toBe(404)
})

test('the strategies for new rules cannot be deprecated; other built-in ones can', async () => {
  for (const name of ['default', 'flexibleRollout'])
    expect((await as.admin.post(`${strategies}/${name}/deprecate`)).status).toBe(403)
  expect((await as.admin.post(`${strategies}/remoteAddress/deprecate`)).status).toBe(200)
  expect((await as.admin.post(`${strategies}/remoteAddress/reactivate`)).status).toBe(200)
})

test('of a concurrent deletion and new rule, one is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const name = `race${round}`
    await as.admin.post(strategies, { name, parameters: [] })
    const [deletion, rule] = await Promise.all([
      as.admin.delete(`${strategies}/${name}`),
      as.admin.post(rules('checkout'), { name, parameters: {} }),
    ])
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual([deletion.status, rule.status])
  }
})
