import { scenario } from '../player.ts'

export const strategies = scenario('strategies', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createStrategy', { body, ...more })
  const parameter = (name: string, type: string) => ({
    name,
    type,
    description: 'A parameter',
    required: true,
  })
  await call('getAllStrategies')
  await call('getStrategy', { path: { name: 'flexibleRollout' } })
  await call('getStrategy', { path: { name: 'nosuch' } })
  await make({
    name: 'by-weather',
    title: 'Weather',
    description: 'When it rains',
    parameters: [parameter('rain', 'percentage'), parameter('towns', 'list')],
  })
  await make({ name: 'by-weather', parameters: [] })
  await make({ name: 'two words', parameters: [] })
  await make({ name: 'by-moon', parameters: [{ name: 'full', type: 'moon' }] })
  await make({ name: 'by-tide' })
  await make({})
  await make({ name: 'viewed', parameters: [] }, { as: 'viewer' })
  await call('getStrategy', { path: { name: 'by-weather' } })
  const update = (name: string, body: unknown, more: object = {}) =>
    call('updateStrategy', { path: { name }, body, ...more })
  await update('by-weather', { description: 'Changed', parameters: [parameter('rain', 'number')] })
  await update('by-weather', { parameters: 'none' })
  await update('nosuch', { parameters: [] })
  await update('flexibleRollout', { parameters: [] })
  await update('by-weather', { parameters: [] }, { as: 'viewer' })
  for (const operation of ['deprecateStrategy', 'reactivateStrategy']) {
    await call(operation, { path: { strategyName: 'by-weather' } })
    await call(operation, { path: { strategyName: 'by-weather' } })
    await call(operation, { path: { strategyName: 'nosuch' } })
    await call(operation, { path: { strategyName: 'by-weather' }, as: 'viewer' })
    await call('getStrategy', { path: { name: 'by-weather' } })
  }
  await call('deprecateStrategy', { path: { strategyName: 'default' } })
  await call('reactivateStrategy', { path: { strategyName: 'default' } })
  await call('createFeature', { body: { name: 'weathered' } })
  await call('addFeatureStrategy', {
    path: { featureName: 'weathered' },
    body: { name: 'by-weather', parameters: { rain: '20' } },
  })
  await call('getFeatureStrategies', { path: { featureName: 'weathered' } })
  await call('getAllStrategies')
  await call('archiveFeature', { path: { featureName: 'weathered' } })
  await call('deleteFeature', { path: { featureName: 'weathered' } })
  await call('removeStrategy', { path: { name: 'by-weather' }, as: 'viewer' })
  await call('removeStrategy', { path: { name: 'by-weather' } })
  await call('removeStrategy', { path: { name: 'nosuch' } })
  await call('removeStrategy', { path: { name: 'flexibleRollout' } })
})
