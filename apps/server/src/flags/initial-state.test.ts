import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
const rollout = (percent: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: percent, stickiness: 'default', groupId: 'g' },
})
const trail = async (flag: string) =>
  (await db.selectFrom('events').select('type').where('flag', '=', flag).orderBy('revision').execute()).map(
    (event) => event.type,
  )

test('a flag is created with its first rule and turned on in one change', async () => {
  const { body: segment } = await as.admin.post('/api/admin/segments', { name: 'staff', constraints: [] })
  const created = await as.admin.post(features, {
    name: 'ten-percent',
    initialState: [
      { environment: 'development', strategies: [{ ...rollout('10'), segments: [segment.id] }] },
      { environment: 'production', enabled: false, strategies: [rollout('50')] },
    ],
  })
  expect(created.status).toBe(201)
  const { body } = await as.admin.get(`${features}/ten-percent`)
  const state = Object.fromEntries(
    body.environments.map((one: { name: string; enabled: boolean; strategies: unknown[] }) => [
      one.name,
      one,
    ]),
  )
  expect(state.development).toMatchObject({
    enabled: true,
    strategies: [{ parameters: { rollout: '10' }, segments: [segment.id] }],
  })
  expect(state.production).toMatchObject({ enabled: false, strategies: [{ parameters: { rollout: '50' } }] })
  expect(await trail('ten-percent')).toEqual([
    'feature-created',
    'feature-strategy-add',
    'feature-environment-enabled',
    'feature-strategy-add',
  ])
  const revisions = await db
    .selectFrom('events')
    .select('group_id')
    .distinct()
    .where('flag', '=', 'ten-percent')
    .execute()
  expect(revisions).toHaveLength(1)
})

test('an environment without rules in the initial state gets the default rule', async () => {
  await as.admin.post(features, { name: 'for-all', initialState: [{ environment: 'development' }] })
  expect(await trail('for-all')).toEqual([
    'feature-created',
    'feature-strategy-add',
    'feature-environment-enabled',
  ])
})

test('no flag is created if the initial state of one environment is refused', async () => {
  for (const [environment, strategy] of [
    ['nowhere', rollout('10')],
    ['development', rollout('-1')],
  ] as const) {
    const initialState = [{ environment: 'production' }, { environment, strategies: [strategy] }]
    const refused = await as.admin.post(features, { name: 'half-made', initialState })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect((await as.admin.get(`${features}/half-made`)).status).toBe(404)
  }
})

test('an initial state requires the permission to turn flags on', async () => {
  const role = await as.admin.post('/api/admin/roles', {
    name: 'Creator',
    type: 'custom',
    permissions: [{ name: 'CREATE_FEATURE' }],
  })
  expect(role.status).toBe(200)
  const user = await as.admin.post('/api/admin/user-admin', {
    username: 'creator',
    rootRole: 'Viewer',
    password: 'Correct-horse-1',
  })
  await as.admin.put(`/api/admin/projects/default/users/${user.body.id}/roles`, {
    roles: [role.body.roles.id],
  })
  const { headers } = await as.anonymous.post('/auth/simple/login', {
    username: 'creator',
    password: 'Correct-horse-1',
  })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const initialState = [{ environment: 'development' }]
  const create = (body: object) => as.anonymous.post(features, body, { headers: { cookie } })
  expect((await create({ name: 'not-theirs', initialState })).status).toBe(403)
  expect((await create({ name: 'theirs' })).status).toBe(201)
  expect((await as.admin.get(`${features}/not-theirs`)).status).toBe(404)
})
