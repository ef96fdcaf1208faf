import { scenario } from '../player.ts'

export const importExport = scenario('import-export', async ({ call }) => {
  await call('createFeature', { body: { name: 'travelling', description: 'Goes far' } })
  const path = { featureName: 'travelling' }
  await call('addFeatureStrategy', {
    path,
    body: {
      name: 'flexibleRollout',
      title: 'Half',
      parameters: { rollout: '50', stickiness: 'default', groupId: 't' },
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['x'] }],
    },
  })
  await call('toggleFeatureEnvironmentOn', { path })
  const give = (body: unknown, more: object = {}) => call('exportFeatures', { body, ...more })
  const exported = await give({ environment: 'development', features: ['travelling'] })
  const data = exported.pick((body) => body)
  await give({ environment: 'development', features: ['nosuch'] })
  await give({ environment: 'development', project: 'default', downloadFile: true })
  await give({ environment: 'development', tag: 'nosuch' })
  await give({})
  await give({ environment: 'development', features: ['travelling'] }, { as: 'nobody' })
  const check = (body: unknown, more: object = {}) => call('validateImport', { body, ...more })
  await check({ project: 'default', environment: 'production', data })
  await check({ project: 'default', environment: 'production', data }, { as: 'viewer' })
  await check({ project: 'default', environment: 'production' })
  await check({})
  await check({ project: 'default', environment: 'production', data }, { as: 'nobody' })
  const odd = {
    features: [{ name: 'odd-one', type: 'release' }],
    featureStrategies: [
      { name: 'nosuch', featureName: 'odd-one', id: 'x', parameters: {}, constraints: [], segments: [] },
    ],
    featureEnvironments: [],
    contextFields: [],
    featureTags: [],
    segments: [{ id: 1, name: 'no-such-segment' }],
    tagTypes: [],
    dependencies: [],
  }
  await check({ project: 'default', environment: 'production', data: odd })
  const take = (body: unknown, more: object = {}) => call('importToggles', { body, ...more })
  await take({ project: 'default', environment: 'production', data })
  await take({ project: 'default', environment: 'production', data: odd })
  await take({ project: 'default', environment: 'production', data }, { as: 'viewer' })
  await take({})
  await take({ project: 'default', environment: 'production', data }, { as: 'nobody' })
  await call('getFeatureStrategies', { path: { ...path, environment: 'production' } })
  await call('getFeatureEnvironment', { path: { ...path, environment: 'production' } })
})
