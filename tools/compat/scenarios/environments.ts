import { scenario } from '../player.ts'

export const environments = scenario('environments', async ({ call }) => {
  await call('getAllEnvironments')
  await call('getEnvironment', { path: { name: 'production' } })
  await call('getEnvironment', { path: { name: 'nosuch' } })
  await call('getProjectEnvironments')
  await call('getProjectEnvironments', { path: { projectId: 'nosuch' } })
  await call('updateSortOrder', { body: { development: 8, production: 9 } })
  await call('updateSortOrder', { body: { nosuch: 1 } })
  await call('updateSortOrder', { body: { development: 'first' } })
  await call('updateSortOrder', { as: 'editor', body: { development: 1 } })
  await call('getAllEnvironments')
  await call('updateSortOrder', { body: { development: 2, production: 3 } })
  for (const operation of ['toggleEnvironmentOff', 'toggleEnvironmentOn']) {
    await call(operation, { path: { name: 'production' } })
    await call(operation, { path: { name: 'nosuch' } })
    await call(operation, { path: { name: 'production' }, as: 'editor' })
    await call('getEnvironment', { path: { name: 'production' } })
  }

  // We keep the last environment; the reference removes it, so it is added again.
  await call('removeEnvironmentFromProject', { path: { environment: 'production' } })
  await call('removeEnvironmentFromProject', { path: { environment: 'development' } })
  await call('addEnvironmentToProject', { body: { environment: 'development' } })
  await call('addEnvironmentToProject', { body: { environment: 'production' } })

  const strategy = {
    name: 'flexibleRollout',
    parameters: { rollout: '30', stickiness: 'default', groupId: 'x' },
    constraints: [],
  }
  const byDefault = (body: unknown, more: object = {}) =>
    call('addDefaultStrategyToProjectEnvironment', { body, ...more })
  await byDefault(strategy)
  await byDefault({ name: 'default' })
  await byDefault({})
  await byDefault(strategy, { path: { environment: 'nosuch' } })
  await byDefault(strategy, { path: { projectId: 'nosuch' } })
  await byDefault(strategy, { as: 'viewer' })
  await call('getProjectEnvironments')
  await call('createFeature', { body: { name: 'defaulted' } })
  await call('toggleFeatureEnvironmentOn', { path: { featureName: 'defaulted' } })
  await call('getFeatureStrategies', { path: { featureName: 'defaulted' } })
  await byDefault({ ...strategy, parameters: { rollout: '100', stickiness: 'default', groupId: '' } })

  await call('removeEnvironmentFromProject', { path: { environment: 'production' }, as: 'viewer' })
  await call('removeEnvironmentFromProject', { path: { environment: 'production' } })
  await call('removeEnvironmentFromProject', { path: { environment: 'nosuch' } })
  await call('removeEnvironmentFromProject', { path: { projectId: 'nosuch' } })
  await call('addEnvironmentToProject', { body: { environment: 'production' }, as: 'viewer' })
  await call('addEnvironmentToProject', { body: { environment: 'production' } })
  await call('addEnvironmentToProject', { body: { environment: 'production' } })
  await call('addEnvironmentToProject', { body: { environment: 'nosuch' } })
  await call('addEnvironmentToProject', { body: {} })
  await call('addEnvironmentToProject', {
    path: { projectId: 'nosuch' },
    body: { environment: 'production' },
  })
})
