import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, makeSegment, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const url = '/api/admin/projects/default/environments'
const segment = await makeSegment(db, 'beta')

test('an environment can be added once, and all flags are off in it', async () => {
  await as.admin.post('/api/admin/environments', { name: 'stage', type: 'test' })
  await makeFlag(db, 'pay', {
    environments: { production: { enabled: true, rules: [{ segments: [segment] }] } },
  })
  expect((await as.member.post(url, { environment: 'stage' })).status).toBe(403)
  expect((await as.owner.post(url, { environment: 'stage' })).status).toBe(200)
  expect((await as.owner.post(url, { environment: 'stage' })).body.name).toBe('NameExistsError')
  expect((await as.owner.post(url, { environment: 'nowhere' })).status).toBe(400)
  expect((await as.owner.post(url, { environment: 'production', changeRequestsEnabled: true })).status).toBe(
    400,
  )
  const states = await db
    .selectFrom('flag_environments')
    .selectAll()
    .where('environment', '=', 'stage')
    .execute()
  expect(states).toMatchObject([{ flag: 'pay', enabled: false }])
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-environment-added',
    project: 'default',
    environment: 'stage',
  })
})

test('the default rule is a gradual rollout; it is validated and recorded', async () => {
  const post = (body: unknown, environment = 'production') =>
    as.owner.post(`${url}/${environment}/default-strategy`, body)
  const strategy = {
    name: 'flexibleRollout',
    title: null,
    disabled: false,
    parameters: { rollout: '50', stickiness: 'default' },
    constraints: [],
    variants: [],
    segments: [segment],
  }
  const { status, body } = await post(strategy)
  expect([status, body]).toEqual([200, strategy])
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'default-strategy-updated',
    environment: 'production',
    data: strategy,
    pre_data: null,
  })
  const { environments } = (await as.owner.get('/api/admin/projects/default/overview')).body
  expect(environments).toContainEqual({
    environment: 'production',
    changeRequestsEnabled: false,
    defaultStrategy: strategy,
  })
  await makeProject(db, 'other')
  const foreign = await makeSegment(db, 'foreign', 'other')
  const variant = { name: 'a', weight: 600, weightType: 'fix', stickiness: 'default' }
  for (const [change, expected] of [
    [{ name: 'default' }, 400],
    [{ parameters: { rollout: '101' } }, 400],
    [{ constraints: [{ contextName: 'age', operator: 'NUM_GT', value: 'old' }] }, 400],
    [{ segments: [foreign] }, 400],
    [{ segments: [999] }, 404],
    [{ variants: [variant] }, 400],
    [{ variants: [variant, { ...variant, weightType: 'variable' }] }, 400],
    [{ variants: [{ ...variant, weightType: 'variable', payload: { type: 'json', value: '{' } }] }, 400],
  ] as const) {
    expect((await post({ ...strategy, ...change })).status).toBe(expected)
  }
  expect((await post(strategy, 'nowhere')).status).toBe(404)
  expect((await as.member.post(`${url}/production/default-strategy`, strategy)).status).toBe(403)
})

test('a segment that a default rule uses cannot be deleted', async () => {
  await db.deleteFrom('rule_segments').execute()
  const { status, body } = await as.admin.delete(`/api/admin/segments/${segment}`)
  expect([status, body.code]).toEqual([409, 'inUse'])
})

test('removing an environment deletes the configuration of flags in this project only', async () => {
  const rules = [{ segments: [segment] }]
  await makeFlag(db, 'elsewhere', {
    project: 'other',
    environments: { production: { enabled: true, rules } },
  })
  await makeFlag(db, 'buy', { environments: { production: { enabled: true, rules } } })
  await as.admin.put(`/api/admin/segments/${segment}`, { name: 'beta two', constraints: [] })
  expect(await live(db, 'segment', 'production')).toHaveLength(1)
  expect((await as.member.delete(`${url}/production`)).status).toBe(403)
  expect((await as.owner.delete(`${url}/production`)).status).toBe(200)
  const left = await db.selectFrom('rules').select('flag').where('environment', '=', 'production').execute()
  expect(left).toEqual([{ flag: 'elsewhere' }])
  expect(await live(db, 'segment', 'production')).toHaveLength(1)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-environment-removed',
    project: 'default',
    environment: 'production',
  })
  expect((await as.owner.delete(`${url}/production`)).status).toBe(404)
})

test('the published flags of a removed environment are ended', async () => {
  await as.admin.post('/api/admin/environments/production/clone', {
    name: 'copy',
    type: 'test',
    projects: ['other'],
  })
  expect((await live(db, 'flag', 'copy')).map(({ name }) => name)).toEqual(['elsewhere'])
  expect((await as.admin.delete('/api/admin/projects/other/environments/copy')).status).toBe(200)
  expect(await live(db, 'flag', 'copy')).toEqual([])
  expect(await live(db, 'segment', 'copy')).toEqual([])
})

test('the last environment of a project cannot be removed', async () => {
  expect((await as.owner.delete(`${url}/stage`)).status).toBe(200)
  const { status, body } = await as.owner.delete(`${url}/development`)
  expect([status, body.name]).toEqual([400, 'MinimumOneEnvironmentError'])
})
