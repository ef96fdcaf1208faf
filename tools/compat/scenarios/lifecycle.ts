import { scenario } from '../player.ts'

export const lifecycle = scenario('lifecycle', async ({ call }) => {
  const path = { featureName: 'living' }
  await call('createFeature', { body: { name: 'living' } })
  // The reference writes the first stage about a second late.
  await call('getFeatureLifecycle', { path, until: (body) => body.length > 0 })
  await call('getFeatureLifecycle', { path: { featureName: 'nosuch' } })
  const complete = (body: unknown, more: object = {}) => call('complete', { path, body, ...more })
  await complete({ status: 'kept' })
  await complete({ status: 'kept', statusValue: 'blue' })
  await complete({ status: 'forgotten' })
  await complete({})
  await complete({ status: 'kept' }, { path: { featureName: 'nosuch' } })
  await complete({ status: 'kept' }, { as: 'viewer' })
  await call('getFeatureLifecycle', { path, until: (body) => body.length > 1 })
  await call('getFeature', { path })
  // Archived flags of other scenarios differ between the servers.
  await call('getFeatureLifecycleStageCount', { look: ({ archived: _, ...stages }) => stages })
  await call('uncomplete', { path, as: 'viewer' })
  await call('uncomplete', { path })
  await call('uncomplete', { path })
  await call('uncomplete', { path: { featureName: 'nosuch' } })
  await call('getFeatureLifecycle', { path, until: (body) => body.length === 1 })
})
