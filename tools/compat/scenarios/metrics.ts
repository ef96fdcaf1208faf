import { type Body, scenario } from '../player.ts'

/** Reads what the client and frontend scenarios have sent; the reference stores it a few seconds later. */
export const metrics = scenario('metrics', async ({ call }) => {
  const path = { name: 'client-a' }
  await call('getFeatureUsageSummary', { path, until: (body) => body.lastHourUsage.length > 0 })
  await call('getFeatureUsageSummary', { path: { name: 'nosuch' } })
  await call('getFeature', {
    path: { featureName: 'client-a' },
    until: ({ environments }) => environments.some(({ yes }: Body) => yes > 0),
    look: ({ environments }) => environments.map(({ name, yes, no }: Body) => ({ name, yes, no })),
  })
  await call('getRawFeatureMetrics', { path, query: { hoursBack: 1 } })
  await call('getRawFeatureMetrics', { path: { name: 'nosuch' } })
  await call('getRawFeatureMetrics', { path, query: { hoursBack: 'many' } })
  await call('getApplications', { until: (body) => body.applications.length > 1 })
  await call('getApplications', { query: { query: 'IS:shop' } })
  await call('getApplications', { query: { limit: 'many' } })
  const app = { appName: 'shop' }
  await call('getApplication', { path: app })
  await call('getApplication', { path: { appName: 'nosuch' } })
  await call('getApplicationOverview', { path: app })
  await call('getApplicationOverview', { path: { appName: 'nosuch' } })
  await call('getApplicationEnvironmentInstances', { path: app })
  await call('getApplicationEnvironmentInstances', { path: { appName: 'nosuch' } })
  await call('createApplication', {
    path: app,
    body: { description: 'The shop', icon: 'cart', url: 'https://shop.example', color: 'red' },
  })
  await call('createApplication', { path: app, body: { strategies: 'none' } })
  await call('createApplication', { path: app, body: {}, as: 'viewer' })
  await call('getApplication', { path: app })
  await call('getOutdatedSdks')
  await call('getProjectApplications')
  await call('getOutdatedProjectSdks')
  await call('getUnknownFlags')
  await call('deleteApplication', { path: app, as: 'viewer' })
  await call('deleteApplication', { path: app })
  await call('deleteApplication', { path: { appName: 'nosuch' } })
  for (const operation of ['x-featureToggles', 'x-seenApps', 'x-seenToggles']) await call(operation)
  await call('x-featureToggle', { path })
})
