import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp({ FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '4', CONSTRAINTS_LIMIT: '2' })
const features = '/api/admin/projects/default/features'
let flag = ''
let rules = ''
let count = 0

beforeEach(async () => {
  flag = `flag-${++count}`
  rules = `${features}/${flag}/environments/development/strategies`
  await as.admin.post(features, { name: flag })
})

const add = async (body: object = {}, url = rules) =>
  (await as.member.post(url, { name: 'flexibleRollout', ...body })).body
const trail = async () =>
  (
    await db
      .selectFrom('events')
      .select(['type', 'environment'])
      .where('flag', '=', flag)
      .orderBy('revision')
      .execute()
  )
    .slice(1)
    .map((event) => `${event.type} ${event.environment}`)
const published = async (kind: string, name: string, environment = 'development') =>
  (
    await db
      .selectFrom('published')
      .select('doc')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('environment', '=', environment)
      .where('until_revision', 'is', null)
      .execute()
  ).map((row) => row.doc as { enabled: boolean; strategies: object[] })

test('a new rollout rule gets default parameters, is added last and is published', async () => {
  await as.admin.post(rules, { name: 'default' })
  const rule = await add({ parameters: { rollout: 50 }, title: 'half' })
  expect(rule).toMatchObject({
    name: 'flexibleRollout',
    title: 'half',
    disabled: false,
    featureName: flag,
    sortOrder: 1,
    segments: [],
    constraints: [],
    variants: [],
    parameters: { rollout: '50', stickiness: 'default', groupId: flag },
    objectVersion: 1,
  })
  expect(rule.id).toMatch(/^[0-9A-Z]{26}$/)
  expect((await as.viewer.get(rules)).body).toMatchObject([{ name: 'default' }, { id: rule.id }])
  expect((await as.viewer.get(`${rules}/${rule.id}`)).headers.etag).toBe('W/"1"')
  expect(await trail()).toEqual(['feature-strategy-add development', 'feature-strategy-add development'])
  expect(await published('flag', flag)).toMatchObject([
    { enabled: false, strategies: [{ name: 'default' }, { name: 'flexibleRollout' }] },
  ])
  expect(await published('flag', flag, 'production')).toEqual([])
})

test('an id in the request body is ignored', async () => {
  const { id } = await add()
  expect((await add({ id, title: 'second' })).id).not.toBe(id)
})

test.each([
  ['an unknown strategy', { name: 'nosuch' }],
  ['a rollout above 100 %', { name: 'flexibleRollout', parameters: { rollout: '101' } }],
  ['a fractional rollout', { name: 'flexibleRollout', parameters: { rollout: '0.5' } }],
  ['a rollout that is not a number', { name: 'flexibleRollout', parameters: { rollout: 'abc' } }],
  ['a sort order that is not an integer', { name: 'default', sortOrder: 1.5 }],
  [
    'a constraint without values',
    { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN' }] },
  ],
  [
    'too many constraints',
    { name: 'default', constraints: Array(3).fill({ contextName: 'userId', operator: 'IN', values: ['1'] }) },
  ],
  ['too many segments', { name: 'default', segments: [1, 2, 3, 4, 5, 6] }],
  [
    'a variant whose payload is not a number',
    {
      name: 'default',
      variants: [
        {
          name: 'a',
          weight: 1,
          weightType: 'variable',
          stickiness: 'default',
          payload: { type: 'number', value: 'abc' },
        },
      ],
    },
  ],
])('a rule with %s is refused', async (_what, body) => {
  expect((await as.member.post(rules, body)).status).toBe(400)
  expect(await trail()).toEqual([])
})

test('adding a rule requires the permission, an existing flag and an environment of its project', async () => {
  const body = { name: 'default' }
  expect((await as.viewer.post(rules, body)).status).toBe(403)
  expect((await as.admin.post(`${features}/nosuch/environments/development/strategies`, body)).status).toBe(
    404,
  )
  expect((await as.admin.post(`${features}/${flag}/environments/nosuch/strategies`, body)).status).toBe(404)
  expect((await as.viewer.get(`${features}/${flag}/environments/nosuch/strategies`)).status).toBe(404)
  expect((await as.viewer.get(`${rules}/nosuch`)).status).toBe(404)
})

test('the limit of rules per environment holds for concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => as.member.post(rules, { name: 'default' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 400, 400])
  expect(
    answers
      .map(({ body }) => body.sortOrder)
      .filter((order) => order !== undefined)
      .sort(),
  ).toEqual([0, 1, 2, 3])
})

test('variants of a rule keep their stickiness, and their weights add up to 1000', async () => {
  const variant = (name: string) => ({ name, weight: 0, weightType: 'variable', stickiness: 'random' })
  const rule = await add({
    parameters: { stickiness: 'random' },
    variants: [variant('c'), variant('a'), variant('b')],
  })
  expect(rule.variants).toEqual([
    { name: 'a', weight: 333, weightType: 'variable', stickiness: 'random' },
    { name: 'b', weight: 333, weightType: 'variable', stickiness: 'random' },
    { name: 'c', weight: 334, weightType: 'variable', stickiness: 'random' },
  ])
})

test('a new rule with variants gets a group id, but an existing rule without one does not', async () => {
  const variants = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }]
  const { id } = await add({ name: 'default', parameters: {}, variants })
  const url = `${rules}/${id}`
  expect((await as.member.get(url)).body.parameters).toEqual({ groupId: flag })
  await db.updateTable('rules').set({ parameters: '{}' }).where('id', '=', id).execute()
  const { body } = await as.member.put(url, { title: 'Everyone', parameters: {} })
  expect(body).toMatchObject({ title: 'Everyone', parameters: {} })
  await as.member.put(url, { parameters: { groupId: 'mine' } })
  const changed = await as.member.put(url, { parameters: {} })
  expect(changed.body.parameters).toEqual({ groupId: flag })
  expect((await as.member.post(`/api/admin/undo/${changed.headers['x-undo']}`)).status).toBe(204)
  expect((await as.member.get(url)).body.parameters).toEqual({ groupId: 'mine' })
})

test('an update changes the fields that are sent, and a stale If-Match is refused', async () => {
  const { id } = await add({ title: 'first', parameters: { rollout: '10' } })
  const url = `${rules}/${id}`
  const { body } = await as.member.put(
    url,
    { parameters: { rollout: '20' } },
    { headers: { 'if-match': '"1"' } },
  )
  expect(body).toMatchObject({
    title: 'first',
    parameters: { rollout: '20', groupId: flag },
    objectVersion: 2,
  })
  const late = await as.member.put(url, { title: 'mine' }, { headers: { 'if-match': '"1"' } })
  expect(late.status).toBe(412)
  expect(late.body.current).toMatchObject({ id, objectVersion: 2 })
  expect((await as.member.put(url, { title: 'first' })).body.objectVersion).toBe(2)
  expect(await trail()).toEqual(['feature-strategy-add development', 'feature-strategy-update development'])
  expect((await as.viewer.put(url, {})).status).toBe(403)
})

test('a rule can only be accessed through its own flag and environment', async () => {
  const { id } = await add()
  await as.admin.post(features, { name: `${flag}-other` })
  const foreign = [
    `${features}/${flag}-other/environments/development/strategies/${id}`,
    `${features}/${flag}/environments/production/strategies/${id}`,
  ]
  for (const url of foreign) {
    expect((await as.admin.get(url)).status).toBe(404)
    expect((await as.admin.put(url, { title: 'stolen' })).status).toBe(404)
    expect((await as.admin.patch(url, [])).status).toBe(404)
    expect((await as.admin.delete(url)).status).toBe(404)
  }
  expect((await as.viewer.get(`${rules}/${id}`)).body.title).toBeNull()
})

test('a rule can be patched, but not moved to another flag', async () => {
  const { id } = await add({ parameters: { rollout: '10' } })
  const patch = (path: string, value: unknown, op = 'replace') =>
    as.member.patch(`${rules}/${id}`, [{ op, path, value }])
  expect((await patch('/parameters/rollout', 75)).body.parameters.rollout).toBe('75')
  expect((await patch('/title', 'patched')).body).toMatchObject({ title: 'patched', objectVersion: 3 })
  expect((await patch('/parameters/rollout', 175)).status).toBe(400)
  expect((await patch('/id', 'other')).status).toBe(400)
  expect((await patch('/featureName', 'other')).status).toBe(400)
  expect((await patch('/parameters/__proto__/x', 'y', 'add')).status).toBe(400)
  expect((await patch('/segments/-', 999, 'add')).status).toBe(404)
  expect((await as.viewer.patch(`${rules}/${id}`, [])).status).toBe(403)
})

test('the order of rules can be set', async () => {
  const [first, second] = [await add({ title: 'first' }), await add({ title: 'second' })]
  const sort = (order: object[]) => as.member.post(`${rules}/set-sort-order`, order)
  expect((await sort([{ id: first.id, sortOrder: 5 }])).status).toBe(200)
  expect((await as.viewer.get(rules)).body).toMatchObject([
    { id: second.id, objectVersion: 1 },
    { id: first.id, sortOrder: 5, objectVersion: 2 },
  ])
  expect((await trail()).at(-1)).toBe('strategy-order-changed development')
  expect((await sort([{ id: 'nosuch', sortOrder: 1 }])).status).toBe(400)
  expect((await as.viewer.post(`${rules}/set-sort-order`, [])).status).toBe(403)
})

test('deleting or disabling the last active rule turns the flag off', async () => {
  const [first, second] = [await add(), await add()]
  await as.member.post(`${features}/${flag}/environments/development/on`)
  expect((await as.member.delete(`${rules}/${first.id}`)).status).toBe(200)
  expect(await published('flag', flag)).toMatchObject([{ enabled: true }])
  expect((await as.member.put(`${rules}/${second.id}`, { disabled: true })).status).toBe(200)
  expect(await published('flag', flag)).toMatchObject([{ enabled: false, strategies: [] }])
  expect((await trail()).slice(-2)).toEqual([
    'feature-strategy-update development',
    'feature-environment-disabled development',
  ])
  await as.member.put(`${rules}/${second.id}`, { disabled: false })
  await as.member.post(`${features}/${flag}/environments/development/on`)
  expect((await as.member.delete(`${rules}/${second.id}`)).status).toBe(200)
  expect((await trail()).slice(-2)).toEqual([
    'feature-strategy-remove development',
    'feature-environment-disabled development',
  ])
  expect((await as.member.delete(`${rules}/${second.id}`)).status).toBe(404)
  expect((await as.viewer.delete(`${rules}/${second.id}`)).status).toBe(403)
})

test('concurrent edits of two rules of one flag are both published', async () => {
  const [first, second] = [await add(), await add()]
  await Promise.all(
    Array.from({ length: 10 }, (_, turn) => [
      as.member.put(`${rules}/${first.id}`, { parameters: { rollout: String(turn) } }),
      as.admin.put(`${rules}/${second.id}`, { parameters: { rollout: String(turn) } }),
    ]).flat(),
  )
  const stored = (await as.viewer.get(rules)).body
  expect(await published('flag', flag)).toMatchObject([
    { strategies: stored.map(({ parameters }: { parameters: object }) => ({ parameters })) },
  ])
})
