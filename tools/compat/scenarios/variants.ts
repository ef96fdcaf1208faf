import { scenario } from '../player.ts'

const path = { featureName: 'varied' }
const variant = (name: string, more: object = {}) => ({
  name,
  weight: 500,
  weightType: 'variable',
  stickiness: 'default',
  ...more,
})

export const variants = scenario('variants', async ({ call }) => {
  await call('createFeature', { body: { name: 'varied' } })
  const rule = (list: unknown[], place = path) =>
    call('addFeatureStrategy', {
      path: place,
      body: {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'default', groupId: 'varied' },
        variants: list,
      },
    })
  await rule([variant('blue'), variant('red'), variant('green')])
  await rule([variant('blue', { weightType: 'fix', weight: 300 }), variant('red')])
  await rule([variant('blue', { payload: { type: 'json', value: '{"a":1}' } })])
  await rule([variant('blue', { payload: { type: 'json', value: '{' } })])
  await rule([variant('blue', { payload: { type: 'xml', value: '<a/>' } })])
  await rule([variant('blue', { payload: { type: 'string', value: '' } })])
  await rule([variant('blue', { weightType: 'fix', weight: 1001 })])
  await rule([
    variant('blue', { weightType: 'fix', weight: 600 }),
    variant('red', { weightType: 'fix', weight: 600 }),
  ])
  await rule([variant('blue', { weightType: 'fix', weight: 600 })])
  await rule([variant('blue'), variant('blue')])
  await rule([variant('')])
  await rule([variant('two words')])
  await call('getFeatureStrategies', { path })

  await call('getEnvironmentFeatureVariants', { path })
  await call('getEnvironmentFeatureVariants', { path: { featureName: 'nosuch' } })
  await call('getEnvironmentFeatureVariants', { path: { ...path, environment: 'nosuch' } })
  const put = (body: unknown, more: object = {}) =>
    call('overwriteEnvironmentFeatureVariants', { path, body, ...more })
  await put([])
  await put([variant('blue')])
  await put([variant('blue', { weightType: 'fix' })])
  await put({ not: 'a list' })
  await put([], { path: { featureName: 'nosuch' } })
  await put([], { as: 'viewer' })
  const patch = (body: unknown, more: object = {}) =>
    call('patchEnvironmentsFeatureVariants', { path, body, ...more })
  await patch([])
  await patch([{ op: 'add', path: '/0', value: variant('blue') }])
  await patch([{ op: 'add', path: '/a/b/c', value: 1 }])
  await patch([], { path: { featureName: 'nosuch' } })
  await patch([], { as: 'viewer' })
  const batch = (body: unknown, more: object = {}) =>
    call('overwriteFeatureVariantsOnEnvironments', { path, body, ...more })
  await batch({ environments: ['development', 'production'], variants: [] })
  await batch({ environments: 'development' })
  await batch({ environments: ['development'], variants: [] }, { as: 'viewer' })

  // Known differences, tested on a separate flag.
  await call('createFeature', { body: { name: 'varied-otherwise' } })
  const other = { featureName: 'varied-otherwise' }
  await rule([variant('blue', { payload: { type: 'number', value: 'abc' } })], other)
  await batch({ environments: ['development'], variants: [variant('blue')] }, { path: other })
})
