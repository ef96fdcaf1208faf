import { scenario } from '../player.ts'

const searches: Record<string, unknown>[] = [
  { type: 'IS:feature-created' },
  { type: 'IS_ANY_OF:feature-created,feature-archived', limit: 5 },
  { project: 'IS:default', limit: 3, offset: 1 },
  { environment: 'IS:development', limit: 4 },
  { query: 'evented' },
  { from: 'IS:2020-01-01', to: 'IS:2020-01-02' },
  { feature: 'IS:nosuch' },
  { limit: 5000 },
  { offset: -3, limit: 1 },
  { type: 'feature-created' },
  { from: 'yesterday' },
  { createdBy: 'IS:nosuch' },
  { limit: 'many' },
]

export const events = scenario('events', async ({ call }) => {
  const path = { featureName: 'evented' }
  await call('createFeature', { body: { name: 'evented' } })
  await call('toggleFeatureEnvironmentOn', { path })
  await call('updateFeature', { path, body: { type: 'experiment', description: 'Evented' } })
  await call('staleFeatures', { body: { features: ['evented'], stale: true } })
  const rule = await call('addFeatureStrategy', { path, body: { name: 'default', title: 'All' } })
  const strategyId = rule.pick(({ id }) => id)
  await call('updateFeatureStrategy', {
    path: { ...path, strategyId },
    body: { name: 'default', title: 'Everyone' },
  })
  await call('deleteFeatureStrategy', { path: { ...path, strategyId } })
  await call('toggleFeatureEnvironmentOff', { path })
  await call('archiveFeature', { path })
  await call('reviveFeature', { path })
  await call('getEventsForToggle', { path })
  await call('getEventsForToggle', { path: { featureName: 'nosuch' } })
  await call('getEventsForToggle', { path, as: 'nobody' })
  await call('searchEvents', { query: { feature: 'IS:evented' } })
  for (const query of searches) await call('searchEvents', { query })
  await call('searchEvents', { as: 'viewer', query: { type: 'IS:feature-archived' } })
  await call('searchEvents', { as: 'nobody' })
  await call('getEvents')
  await call('getEvents', { query: { project: 'default' } })
  await call('getEvents', { as: 'viewer' })
  await call('getEventCreators')
  await call('getEventCreators', { as: 'nobody' })
})
