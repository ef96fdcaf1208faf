import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default/features'
const basic = '/api/admin/playground'
const advanced = '/api/admin/playground/advanced'

const { body: beta } = await as.admin.post('/api/admin/segments', {
  name: 'beta',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
})

async function flag(name: string, rules: object[] = [], environment = 'development') {
  await as.admin.post(home, { name })
  for (const rule of rules)
    await as.admin.post(`${home}/${name}/environments/${environment}/strategies`, rule)
  await as.admin.post(`${home}/${name}/environments/${environment}/on`)
}

await flag('checkout', [
  { name: 'flexibleRollout', title: 'Testers', segments: [beta.id], parameters: { rollout: '100' } },
  {
    name: 'flexibleRollout',
    constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
    parameters: { rollout: '100', stickiness: 'userId', groupId: 'checkout' },
    variants: [
      {
        name: 'a',
        weight: 1000,
        weightType: 'variable',
        stickiness: 'userId',
        payload: { type: 'string', value: 'x' },
      },
    ],
  },
])
await flag('half', [
  { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: 'half' } },
])
await as.admin.post(home, { name: 'quiet' })

const ask = (context: object, more: object = {}, who = as.viewer) =>
  who.post(basic, { environment: 'development', context: { appName: 'shop', ...context }, ...more })
const find = (body: Answer['body'], name: string) =>
  body.features.find((one: { name: string }) => one.name === name)

test('every rule, constraint and segment has a result', async () => {
  const { status, body } = await ask({ userId: '9', properties: { country: 'NO' } })
  expect(status).toBe(200)
  expect(body.features.map(({ name }: { name: string }) => name)).toEqual(['checkout', 'half', 'quiet'])
  expect(body.input.context).toEqual({ appName: 'shop', userId: '9', properties: { country: 'NO' } })
  expect(Object.keys(body).sort()).toEqual(['features', 'input'])
  const checkout = find(body, 'checkout')
  expect(checkout).toMatchObject({
    projectId: 'default',
    isEnabled: true,
    isEnabledInCurrentEnvironment: true,
    hasUnsatisfiedDependency: false,
    variant: { name: 'a', enabled: true, payload: { type: 'string', value: 'x' }, feature_enabled: true },
    variants: [{ name: 'a' }],
    strategies: { result: true },
  })
  const [testers, nordic] = checkout.strategies.data
  expect(testers).toMatchObject({
    name: 'flexibleRollout',
    title: 'Testers',
    disabled: false,
    result: { evaluationStatus: 'complete', enabled: false },
    constraints: [],
    segments: [
      {
        id: beta.id,
        name: 'beta',
        result: false,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'], result: false }],
      },
    ],
  })
  expect(testers.links.edit).toBe(
    `/projects/default/features/checkout/strategies/edit?environmentId=development&strategyId=${testers.id}`,
  )
  expect(nordic).toMatchObject({
    parameters: { rollout: '100', groupId: 'checkout' },
    result: {
      evaluationStatus: 'complete',
      enabled: true,
      variant: { name: 'a' },
      variants: [{ name: 'a' }],
    },
    constraints: [{ contextName: 'country', result: true }],
  })
  expect(find(body, 'quiet')).toMatchObject({
    isEnabled: false,
    isEnabledInCurrentEnvironment: false,
    variant: { name: 'disabled', enabled: false },
    strategies: { result: false, data: [] },
  })
  expect(checkout.explanation).toBeUndefined()
  const elsewhere = find((await ask({ userId: '9', properties: { country: 'DE' } })).body, 'checkout')
  expect(elsewhere).toMatchObject({ isEnabled: false, variant: { name: 'disabled' }, variants: [] })
  expect(elsewhere.strategies.data[1].result).toMatchObject({ enabled: false, variant: { name: 'a' } })
})

test('results equal those of the frontend API', async () => {
  for (const userId of ['1', '2', '3', '4', '7']) {
    const { body } = await ask({ userId, properties: { country: 'SE' } })
    const frontend = await as.frontendToken.get(`/api/frontend?userId=${userId}&properties[country]=SE`)
    const on = body.features.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled)
    expect(on.map(({ name, variant }: never) => ({ name, variant }))).toEqual(
      frontend.body.toggles.map(({ name, variant }: never) => ({ name, variant })),
    )
  }
})

test('explain=reason gives a short reason, explain=tree every step', async () => {
  const { body } = await ask({ userId: '9' }, { explain: 'tree' })
  expect(find(body, 'quiet').reason).toEqual({ code: 'environment', rules: 0 })
  expect(find(body, 'checkout').reason).toEqual({ code: 'noMatch', rules: 2 })
  const half = find(body, 'half')
  const { bucket } = half.explanation.rules[0].share
  expect(half.reason).toMatchObject({
    code: half.isEnabled ? 'rule' : 'noMatch',
    rule: 1,
    bucket,
    threshold: 50,
  })
  expect(half.explanation).toMatchObject({
    environmentEnabled: true,
    dependencies: [],
    rules: [
      { name: 'flexibleRollout', result: bucket <= 50, share: { kind: 'rollout', id: '9', threshold: 50 } },
    ],
  })
  expect(find(body, 'checkout').explanation.rules[0].segments[0].constraints[0]).toMatchObject({
    contextName: 'userId',
    actual: '9',
    result: false,
  })
  const short = await ask({ userId: '9' }, { explain: 'reason', features: ['quiet'] })
  expect(short.body.features).toHaveLength(1)
  expect(short.body.features[0].reason.code).toBe('environment')
  expect(short.body.features[0].explanation).toBeUndefined()
})

test('a custom strategy is unknown, unless a constraint already fails', async () => {
  await db
    .insertInto('strategy_types')
    .values({ name: 'moonPhase', parameters: '[]' } as never)
    .execute()
  await flag('moon', [
    { name: 'moonPhase', constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] },
  ])
  const open = find((await ask({ country: 'NO' }, { explain: 'reason' })).body, 'moon')
  expect(open.strategies).toMatchObject({
    result: 'unknown',
    data: [{ result: { evaluationStatus: 'incomplete', enabled: 'unknown' } }],
  })
  expect(open).toMatchObject({ isEnabled: false, reason: { code: 'unknown', rule: 1 } })
  const failed = find((await ask({ country: 'DE' })).body, 'moon')
  expect(failed.strategies).toMatchObject({
    result: false,
    data: [{ result: { evaluationStatus: 'incomplete', enabled: false } }],
  })
})

test('rules that are turned off are shown in place and do not count', async () => {
  await flag('partly', [
    { name: 'default', disabled: true, title: 'Off', segments: [beta.id] },
    { name: 'flexibleRollout', parameters: { rollout: '0', stickiness: 'userId' } },
    { name: 'default', disabled: true },
  ])
  const partly = find((await ask({ userId: '1' }, { explain: 'tree' })).body, 'partly')
  expect(partly.isEnabled).toBe(false)
  expect(partly.strategies.data).toMatchObject([
    {
      name: 'default',
      title: 'Off',
      disabled: true,
      result: { evaluationStatus: 'unevaluated' },
      segments: [{ name: 'beta', result: false }],
    },
    { name: 'flexibleRollout', disabled: false, result: { evaluationStatus: 'complete', enabled: false } },
    { name: 'default', disabled: true },
  ])
  expect(partly.explanation.rules.map(({ disabled }: { disabled: boolean }) => disabled)).toEqual([
    true,
    false,
    true,
  ])
})

test('a child depends on its parent, even if only the child is requested', async () => {
  await flag('parent', [{ name: 'default' }])
  await flag('child', [{ name: 'default' }])
  await db
    .insertInto('flag_dependencies')
    .values({ child: 'child', parent: 'parent' } as never)
    .execute()
  await as.admin.put(`${home}/child`, { description: 'publishes it again', type: 'release' })
  const one = { features: ['child'], explain: 'tree' }
  expect((await ask({}, one)).body.features[0]).toMatchObject({ isEnabled: true })
  await as.admin.post(`${home}/parent/environments/development/off`)
  const [child] = (await ask({}, one)).body.features
  expect(child).toMatchObject({
    isEnabled: false,
    isEnabledInCurrentEnvironment: true,
    hasUnsatisfiedDependency: true,
    reason: { code: 'dependency', parent: 'parent' },
  })
  expect(child.explanation.dependencies).toEqual([
    {
      feature: 'parent',
      expected: { enabled: true, variants: [] },
      actual: { enabled: false, variant: 'disabled' },
      result: false,
    },
  ])
})

test('several environments and values give all combinations', async () => {
  const { status, body } = await as.viewer.post(advanced, {
    environments: ['development', 'production'],
    projects: ['default'],
    features: ['checkout', 'half'],
    context: { appName: 'shop', userId: '7,8', country: 'NO,DE' },
  })
  expect(status).toBe(200)
  const checkout = find(body, 'checkout')
  expect(checkout.projectId).toBe('default')
  const [first] = checkout.environments.development
  expect(first.context).toEqual({ appName: 'shop', userId: '7', country: 'NO' })
  expect(first.variant).toEqual({ name: 'disabled', enabled: false, feature_enabled: true })
  expect(
    checkout.environments.development.map(({ context, isEnabled }: never) => [
      (context as { userId: string }).userId,
      (context as { country: string }).country,
      isEnabled,
    ]),
  ).toEqual([
    ['7', 'NO', true],
    ['7', 'DE', true],
    ['8', 'NO', true],
    ['8', 'DE', false],
  ])
  expect(checkout.environments.production).toHaveLength(4)
  expect(first.hasUnsatisfiedDependency).toBe(false)
  expect(checkout.environments.production[0]).toMatchObject({ environment: 'production', isEnabled: false })
})

test('context values that are not strings are dropped with a warning', async () => {
  const { body } = await ask({ userId: '1', age: 7 })
  expect(body.warnings).toEqual({ invalidContextProperties: ['age'] })
})

test('invalid requests are refused with a reason', async () => {
  expect((await ask({}, {}, as.anonymous)).status).toBe(401)
  expect((await as.viewer.post(basic, { environment: 'development', context: {} })).status).toBe(400)
  const nowhere = await ask({}, { environment: 'nowhere' })
  expect(nowhere.status).toBe(400)
  expect(nowhere.body.message).toContain('The environment nowhere does not exist')
  const values = Array.from({ length: 40 }, (_, index) => index).join()
  const much = await as.viewer.post(advanced, {
    environments: ['development'],
    context: { appName: 'shop', userId: values, sessionId: values },
  })
  expect(much.status).toBe(400)
  expect(much.body.message).toContain('userId, sessionId make 40 × 40 = 1600 contexts')
  expect((await as.anonymous.post(advanced, {})).status).toBe(401)
  expect((await ask({}, { projects: 'all' })).status).toBe(400)
})

test('too many results are refused, and the error shows the calculation', async () => {
  await flag('eighth')
  const values = Array.from({ length: 1000 }, (_, index) => index).join()
  const question = {
    environments: ['development', 'production'],
    context: { appName: 'shop', userId: values },
  }
  const { body } = await as.viewer.post(advanced, question)
  expect(body.name).toBe('BadDataError')
  expect(body.message).toMatch(
    /2 environments × \d+ flags × 1000 contexts need \d+ evaluations, and the limit is 15000/,
  )
  const fewer = { ...question, features: ['half', 'quiet'] }
  expect((await as.viewer.post(advanced, fewer)).status).toBe(200)
  const trees = await as.viewer.post(advanced, { ...fewer, explain: 'tree' })
  expect([trees.status, trees.body.message]).toEqual([400, expect.stringContaining('the limit is 1000')])
})

test('flags of private projects are only evaluated for callers who can see them', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
  const names = async (who: typeof as.admin, projects: string[] | '*') =>
    (await ask({}, { projects }, who)).body.features.map(({ name }: { name: string }) => name)
  expect(await names(as.admin, ['hidden'])).toEqual(['secret'])
  expect(await names(as.viewer, ['hidden'])).toEqual([])
  expect(await names(as.admin, '*')).toContain('secret')
  expect(await names(as.viewer, '*')).not.toContain('secret')
  expect(await names(as.viewer, '*')).toContain('half')
})
