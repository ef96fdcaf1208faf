import { scenario } from '../player.ts'

const searches: Record<string, unknown>[] = [
  {},
  { limit: 2 },
  { limit: 2, offset: 2 },
  { limit: 0 },
  { limit: 1000 },
  { offset: -1 },
  { query: 'FOUND' },
  { query: 'found-b, found-c' },
  { query: 'needle' },
  { project: 'IS:default' },
  { project: 'IS_NOT:default' },
  { project: 'IS_ANY_OF:default,nosuch' },
  { state: 'IS:stale' },
  { state: 'IS_NONE_OF:stale,potentially-stale' },
  { type: 'IS:experiment' },
  { type: 'IS_NOT:experiment' },
  { status: 'development:enabled' },
  { 'status[]': 'development:enabled' },
  { status: ['development:enabled', 'production:disabled'] },
  { createdAt: 'IS_BEFORE:2020-01-01' },
  { createdAt: 'IS_ON_OR_AFTER:2020-01-01' },
  { lastSeenAt: 'IS_ON_OR_AFTER:2020-01-01' },
  { segment: 'INCLUDE:found-segment' },
  { segment: 'DO_NOT_INCLUDE:found-segment' },
  { archived: 'IS:true' },
  { sortBy: 'name', sortOrder: 'desc' },
  { sortBy: 'name', sortOrder: 'sideways' },
  { sortBy: 'type' },
  { sortBy: 'stale', sortOrder: 'desc' },
  { sortBy: 'project' },
  { sortBy: 'environment:development', sortOrder: 'desc' },
  { sortBy: 'nosuch' },
  { project: 'default' },
  { state: 'IS:nosuch' },
  { createdBy: 'IS:abc' },
  { tag: 'INCLUDE:simple' },
  { status: 'development' },
  { createdAt: 'IS_BEFORE:yesterday' },
  { favorite: 'IS:perhaps' },
  { archived: 'perhaps' },
  { limit: 'many' },
]

export const search = scenario('search', async ({ call }) => {
  const segment = (await call('createSegment', { body: { name: 'found-segment', constraints: [] } })).pick(
    ({ id }) => id,
  )
  await call('createFeature', { body: { name: 'found-a', description: 'A needle in the hay' } })
  await call('createFeature', { body: { name: 'found-b', type: 'experiment' } })
  await call('createFeature', { body: { name: 'found-c', type: 'operational' } })
  await call('staleFeatures', { body: { features: ['found-c'], stale: true } })
  await call('addFeatureStrategy', {
    path: { featureName: 'found-b' },
    body: { name: 'flexibleRollout', segments: [segment] },
  })
  await call('toggleFeatureEnvironmentOn', { path: { featureName: 'found-b' } })
  // The search term limits the result to the flags of this scenario.
  for (const query of searches) await call('searchFeatures', { query: { query: 'found', ...query } })
  await call('searchFeatures', { as: 'viewer', query: { query: 'found' } })
  await call('searchFeatures', { as: 'nobody' })
})
