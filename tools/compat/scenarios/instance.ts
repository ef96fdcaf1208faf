import { scenario } from '../player.ts'

export const instance = scenario('instance', async ({ call }) => {
  const as = 'nobody'
  await call('getHealth', { as })
  await call('getReady', { as })
  // The documents differ; whether an operation exists is tested by calling it.
  await call('x-openapiDocument', { as, look: (body) => typeof body.paths })
  await call('x-openapiViewer', { as })
  await call('x-prometheus', { as })
  await call('x-impactMetrics', { as })
  await call('x-heapSnapshot', { as })
  await call('getUiConfig')
  await call('getUiConfig', { as: 'viewer' })
  await call('getUiConfig', { as })
  await call('setCors', { body: { frontendApiOrigins: ['https://shop.example'] } })
  await call('setCors', { body: { frontendApiOrigins: ['https://*.example'] } })
  await call('setCors', { body: { frontendApiOrigins: 'https://shop.example' } })
  await call('setCors', { body: { frontendApiOrigins: ['*'] }, as: 'viewer' })
  await call('setCors', { body: { frontendApiOrigins: ['*'] } })
  await call('getMaintenance')
  await call('getMaintenance', { as: 'viewer' })
  await call('toggleMaintenance', { body: { enabled: false } })
  await call('toggleMaintenance', { body: {} })
  await call('toggleMaintenance', { body: { enabled: false }, as: 'viewer' })
  await call('getInstanceAdminStats')
  await call('getInstanceAdminStats', { as })
  await call('getInstanceAdminStatsCsv')
  await call('getInstanceAdminStatsCsv', { as })
  await call('getTelemetrySettings')
  await call('getTelemetrySettings', { as })
  for (const operation of ['x-previewEmailHtml', 'x-previewEmailText']) {
    await call(operation, { path: { template: 'reset-password' } })
    await call(operation, { path: { template: 'reset-password' }, as })
  }
  await call('createFeedback', { body: { feedbackId: 'nps', neverShow: true } })
  await call('createFeedback', { body: {} })
  await call('updateFeedback', { path: { id: 'nps' }, body: { neverShow: false } })
  await call('updateFeedback', { path: { id: 'nps' }, body: { neverShow: 'perhaps' } })
  await call('updateSplashSettings', { path: { id: 'welcome' } })
  await call('updateSplashSettings', { path: { id: 'welcome' }, as })
  await call('uiObservability', { body: { errorMessage: 'oops', errorStack: 'at x' } })
  await call('uiObservability', { body: {} })
})

export const integrations = scenario('integrations', async ({ call }) => {
  const hook = {
    provider: 'webhook',
    description: 'Tells us',
    enabled: true,
    parameters: { url: 'https://hook.example/x' },
    events: ['feature-created'],
    projects: [],
    environments: [],
  }
  await call('getAddons')
  await call('getAddons', { as: 'nobody' })
  const make = (body: unknown, more: object = {}) => call('createAddon', { body, ...more })
  const id = (await make(hook)).pick((body) => body.id)
  await make({ ...hook, provider: 'nosuch' })
  await make({ ...hook, parameters: {} })
  await make({})
  await make(hook, { as: 'viewer' })
  await call('getAddon', { path: { id } })
  await call('getAddon', { path: { id: 99_999 } })
  await call('getAddon', { path: { id: 'abc' } })
  const update = (which: unknown, body: unknown, more: object = {}) =>
    call('updateAddon', { path: { id: which }, body, ...more })
  await update(id, { ...hook, enabled: false })
  await update(id, { provider: 'webhook' })
  await update(99_999, hook)
  await update(id, hook, { as: 'viewer' })
  await call('getIntegrationEvents', { path: { id } })
  await call('getIntegrationEvents', { path: { id: 99_999 } })
  await call('getIntegrationEvents', { path: { id }, as: 'viewer' })
  await call('deleteAddon', { path: { id }, as: 'viewer' })
  await call('deleteAddon', { path: { id } })
  await call('deleteAddon', { path: { id } })
  await call('deleteAddon', { path: { id: 'abc' } })
})
