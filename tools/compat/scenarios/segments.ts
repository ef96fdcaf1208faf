import { scenario } from '../player.ts'

const adults = {
  contextName: 'age',
  operator: 'NUM_GTE',
  value: '18',
  values: [],
  inverted: false,
  caseInsensitive: false,
}

/** Changing a missing segment crashes the reference, so that is not tested. */
export const segments = scenario('segments', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createSegment', { body, ...more })
  await call('getSegments')
  const id = (await make({ name: 'adults', description: 'Grown up', constraints: [adults] })).pick(
    (body) => body.id,
  )
  const other = (await make({ name: 'nobody', constraints: [] })).pick((body) => body.id)
  const local = (await make({ name: 'local', project: 'default', constraints: [] })).pick((body) => body.id)
  await make({ name: 'adults', constraints: [] })
  await make({ name: '', constraints: [] })
  await make({ constraints: [] })
  await make({ name: 'loose' })
  await make({ name: 'odd', constraints: [{ contextName: 'a', operator: 'ABOUT', values: ['1'] }] })
  await make({ name: 'viewed', constraints: [] }, { as: 'viewer' })
  await make({ name: 'by-editor', constraints: [] }, { as: 'editor' })
  await call('validateSegment', { body: { name: 'free' } })
  await call('validateSegment', { body: { name: 'adults' } })
  await call('validateSegment', { body: {} })
  await call('getSegment', { path: { id } })
  await call('getSegment', { path: { id: 99_999 } })
  await call('getSegment', { path: { id: 'abc' } })
  await call('getSegments')

  const update = (which: unknown, body: unknown, more: object = {}) =>
    call('updateSegment', { path: { id: which }, body, ...more })
  await update(id, { name: 'adults', description: 'Eighteen', constraints: [{ ...adults, value: '21' }] })
  await update(id, { name: 'nobody', constraints: [] })
  await update(id, { name: 'adults' })
  await update(id, { name: 'adults', constraints: [] }, { as: 'viewer' })
  await call('getSegment', { path: { id } })

  await call('createFeature', { body: { name: 'segmented' } })
  const path = { featureName: 'segmented' }
  const rule = await call('addFeatureStrategy', {
    path,
    body: { name: 'flexibleRollout', segments: [id, other] },
  })
  const strategyId = rule.pick((body) => body.id)
  await call('getFeatureStrategy', { path: { ...path, strategyId } })
  await call('getSegmentsByStrategyId', { path: { strategyId } })
  await call('getSegmentsByStrategyId', { path: { strategyId: 'nosuch' } })
  await call('getStrategiesBySegmentId', { path: { id } })
  await call('getStrategiesBySegmentId', { path: { id: local } })
  await call('getStrategiesBySegmentId', { path: { id: 99_999 } })
  await call('getStrategiesBySegmentId', { path: { id: 'abc' } })
  const choose = (segmentIds: unknown, more: object = {}) =>
    call('updateFeatureStrategySegments', {
      body: { projectId: 'default', environmentId: 'development', strategyId, segmentIds },
      ...more,
    })
  await choose([id])
  await choose([id], { as: 'viewer' })
  await call('updateFeatureStrategySegments', { body: { strategyId } })
  await call('getSegmentsByStrategyId', { path: { strategyId } })
  await call('getSegments')
  const many = []
  for (let number = 0; number < 6; number++)
    many.push((await make({ name: `many-${number}`, constraints: [] })).pick((body) => body.id))
  await choose(many)
  await call('addFeatureStrategy', { path, body: { name: 'flexibleRollout', segments: many } })

  const remove = (which: unknown, more: object = {}) =>
    call('removeSegment', { path: { id: which }, ...more })
  await remove(id)
  await remove(other, { as: 'viewer' })
  await remove(other)
  for (const one of many) await remove(one)
  await choose([99_999])
})
