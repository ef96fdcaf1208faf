import { scenario } from '../player.ts'

const flag = { featureName: 'ruled' }
const rollout = {
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: 'ruled' },
}
const inBeta = { contextName: 'userId', operator: 'IN', values: ['1', '2'] }

export const rules = scenario('rules', async ({ call }) => {
  await call('createFeature', { body: { name: 'ruled' } })
  const add = (body: unknown, more: object = {}) => call('addFeatureStrategy', { path: flag, body, ...more })
  const first = (await add(rollout)).pick(({ id }) => id)
  const second = (await add({ name: 'default', title: 'Everyone', disabled: true })).pick(({ id }) => id)
  await add({ name: 'flexibleRollout', constraints: [inBeta] })
  await add({ name: 'flexibleRollout', parameters: { rollout: 25 } })
  await add({ name: 'remoteAddress', parameters: { IPs: '10.0.0.1' } })
  await add({ name: 'applicationHostname', parameters: { hostNames: 'a.example' }, sortOrder: 3 })
  await add({ name: 'flexibleRollout', constraints: [{ ...inBeta, inverted: true, caseInsensitive: true }] })
  await add({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '18' }],
  })
  await add({ name: 'nosuch' })
  await add({})
  await add({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'userId', operator: 'LIKE', values: ['1'] }],
  })
  await add({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'age', operator: 'NUM_GT', value: 'old' }],
  })
  await add({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'v', operator: 'SEMVER_EQ', value: '1' }],
  })
  await add({ name: 'flexibleRollout', constraints: [{ contextName: 'x', operator: 'REGEX', value: '(' }] })
  await add({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'x', operator: 'REGEX', value: '^a+$' }],
  })
  await add({ name: 'flexibleRollout', segments: [99_999] })
  await add(rollout, { path: { ...flag, environment: 'nosuch' } })
  await add(rollout, { path: { featureName: 'nosuch' } })
  await add(rollout, { as: 'viewer' })
  await add('{', {})

  const list = (path: object = flag) => call('getFeatureStrategies', { path: path as typeof flag })
  await list()
  await list({ featureName: 'nosuch' })
  await list({ ...flag, environment: 'nosuch' })
  const of = (strategyId: unknown) => ({ ...flag, strategyId })
  await call('getFeatureStrategy', { path: of(first) })
  await call('getFeatureStrategy', { path: of('nosuch') })
  await call('getFeatureEnvironment', { path: flag })
  await call('getFeatureEnvironment', { path: { ...flag, environment: 'nosuch' } })
  await call('getFeatureEnvironment', { path: { featureName: 'nosuch' } })

  const put = (id: unknown, body: unknown, more: object = {}) =>
    call('updateFeatureStrategy', { path: of(id), body, ...more })
  await put(first, {
    ...rollout,
    title: 'Half',
    parameters: { rollout: '60', stickiness: 'userId', groupId: 'g' },
  })
  await put(first, { ...rollout, constraints: [inBeta] })
  await put(first, { constraints: [{ contextName: '', operator: 'IN', values: ['1'] }] })
  await put(first, { constraints: [{ contextName: 'a', operator: 'IN', values: [] }] })
  await put('nosuch', rollout)
  await put(first, rollout, { as: 'viewer' })
  const patch = (id: unknown, body: unknown) => call('patchFeatureStrategy', { path: of(id), body })
  await patch(first, [{ op: 'replace', path: '/parameters/rollout', value: '70' }])
  await patch(first, [{ op: 'replace', path: '/title', value: 'Patched' }])
  await patch(first, [{ op: 'replace', path: '/constraints', value: [{ contextName: 'a', operator: 'IN' }] }])
  await patch(first, { op: 'no list' })
  await patch('nosuch', [{ op: 'replace', path: '/title', value: 'x' }])
  await call('setStrategySortOrder', {
    path: flag,
    body: [
      { id: first, sortOrder: 7 },
      { id: second, sortOrder: 1 },
    ],
  })
  await call('setStrategySortOrder', { path: flag, body: [{ id: 'nosuch', sortOrder: 1 }] })
  await call('setStrategySortOrder', { path: flag, body: { id: first } })
  await list()

  const remove = (id: unknown, more: object = {}) => call('deleteFeatureStrategy', { path: of(id), ...more })
  await remove(first, { as: 'viewer' })
  await remove(first)
  await remove(first)
  await remove('nosuch')
  await call('deleteFeatureStrategy', { path: { ...of(second), environment: 'nosuch' } })
  await list()

  const validate = (body: unknown) => call('validateConstraint', { body })
  await validate(inBeta)
  await validate({ ...inBeta, operator: 'STR_CONTAINS' })
  await validate({ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00.000Z' })
  await validate({ contextName: 'currentTime', operator: 'DATE_AFTER', value: 'tomorrow' })
  await validate({ contextName: 'v', operator: 'SEMVER_GT', value: '1.2.3' })
  await validate({ contextName: 'v', operator: 'SEMVER_GT', value: 'v1' })
  await validate({ contextName: 'x', operator: 'NUM_EQ' })
  await validate({ contextName: 'x', operator: 'IN', values: [] })
  await validate({ contextName: 'x', operator: 'REGEX', value: '(?=a)' })
  await validate({ operator: 'IN', values: ['a'] })
  await validate({ contextName: 'x', operator: 'NEAR', values: ['a'] })
  await validate({})

  // Known differences, tested on a separate flag.
  await call('createFeature', { body: { name: 'strange' } })
  const path = { featureName: 'strange' }
  const odd = (body: unknown) => call('addFeatureStrategy', { path, body })
  await odd({
    name: 'flexibleRollout',
    constraints: [{ contextName: 'ip', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }],
  })
  await odd({ name: 'flexibleRollout', parameters: { rollout: '101' } })
  await odd({ name: 'flexibleRollout', parameters: { rollout: 'half' } })
  const rule = (await odd({ ...rollout, constraints: [inBeta] })).pick(({ id }) => id)
  await call('updateFeatureStrategy', {
    path: { ...path, strategyId: rule },
    body: { name: 'flexibleRollout' },
  })
})
