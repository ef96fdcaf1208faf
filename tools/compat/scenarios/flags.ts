import { scenario } from '../player.ts'

export const flags = scenario('flags', async (player) => {
  const make = (body: object, as?: 'viewer' | 'nobody') =>
    player.call('createFeature', { body, ...(as ? { as } : {}) })
  await make({ name: 'first' })
  await make({ name: 'second', type: 'experiment', description: 'The second', impressionData: true })
  await make({ name: 'first' })
  await make({ name: 'no good name' })
  await make({ name: '' })
  await make({})
  await make({ name: 'x'.repeat(101) })
  await make({ name: 'odd-type', type: 'nosuch' })
  await make({ name: 'viewer-made' }, 'viewer')
  await make({ name: 'nobody-made' }, 'nobody')
  await player.call('createFeature', { path: { projectId: 'nosuch' }, body: { name: 'homeless' } })
  await player.call('createFeature', { body: '{"name": ' })
  await player.call('createFeature', { body: 'name=third', headers: { 'content-type': 'text/plain' } })

  await player.call('validateFeature', { body: { name: 'free' } })
  await player.call('validateFeature', { body: { name: 'free', projectId: 'default' } })
  await player.call('validateFeature', { body: { name: 'first' } })
  await player.call('validateFeature', { body: { name: 'no good' } })
  await player.call('validateFeature', { body: {} })

  const read = (featureName: string, query = {}) =>
    player.call('getFeature', { path: { featureName }, query })
  await read('first')
  await read('second', { variantEnvironments: true })
  await read('nosuch')
  await player.call('getFeature', { path: { projectId: 'nosuch', featureName: 'first' } })
  await player.call('getFeatures')
  await player.call('getFeatures', { query: { namePrefix: 'sec' } })
  await player.call('getFeatures', { path: { projectId: 'nosuch' } })

  const update = (featureName: string, body: object) =>
    player.call('updateFeature', { path: { featureName }, body })
  await update('first', { type: 'operational', description: 'Changed', stale: false, impressionData: true })
  await update('first', { type: 'operational', description: null, stale: false, impressionData: true })
  await update('first', { type: 'operational', description: null, stale: true, impressionData: true })
  await update('first', { type: 'nosuch' })
  await update('first', { stale: 'perhaps' })
  await update('nosuch', { type: 'release' })
  await read('first')

  const patch = (featureName: string, body: unknown) =>
    player.call('patchFeature', { path: { featureName }, body })
  await patch('first', [{ op: 'replace', path: '/description', value: 'Patched' }])
  await patch('first', [{ op: 'replace', path: '/stale', value: false }])
  await patch('first', [
    { op: 'replace', path: '/type', value: 'release' },
    { op: 'replace', path: '/impressionData', value: false },
  ])
  await patch('first', [{ op: 'replace', path: '/variants', value: [] }])
  await patch('first', [{ op: 'test', path: '/type', value: 'sunset' }])
  await patch('first', [{ op: 'jump', path: '/type' }])
  await patch('first', { description: 'no list' })
  await patch('nosuch', [{ op: 'replace', path: '/description', value: 'x' }])
  await read('first')

  const stale = (features: string[], value: boolean) =>
    player.call('staleFeatures', { body: { features, stale: value } })
  await stale(['first', 'second'], true)
  await read('second')
  await stale(['second'], false)
  await stale(['nosuch'], true)
  await player.call('staleFeatures', { body: { stale: true } })
  await player.call('staleFeatures', { body: { features: [], stale: true } })
  await player.call('staleFeatures', { as: 'viewer', body: { features: ['first'], stale: true } })

  const clone = (featureName: string, body: object) =>
    player.call('cloneFeature', { path: { featureName }, body })
  await clone('first', { name: 'first-copy' })
  await clone('first', { name: 'first' })
  await clone('first', { name: 'bad name' })
  await clone('first', {})
  await clone('nosuch', { name: 'nosuch-copy' })
  await read('first-copy')
  // Omitted fields keep their values, or are reset.
  await clone('first', { name: 'first-partly' })
  await update('first-partly', { type: 'operational' })
})
