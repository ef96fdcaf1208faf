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

type Event = { type: string; featureName: string | null }

/** The event logs of two servers differ, so only the events of one flag are compared. */
const look = (body: { events: Event[] }) => ({
  ...body,
  events: body.events.filter(({ featureName }) => featureName === 'evented'),
})

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
  for (const query of searches) await call('searchEvents', { query, look: (body) => typeof body.total })
  await call('searchEvents', { as: 'viewer', query: { feature: 'IS:evented' } })
  await call('searchEvents', { as: 'nobody' })
  await call('getEvents', { look })
  await call('getEvents', { query: { project: 'default' }, look })
  await call('getEvents', { as: 'viewer' })
  await call('getEventCreators')
  await call('getEventCreators', { as: 'nobody' })
})
