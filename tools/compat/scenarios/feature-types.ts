import { scenario } from '../player.ts'

export const featureTypes = scenario('feature-types', async ({ call }) => {
  const set = (id: string, body: unknown, more: object = {}) =>
    call('updateFeatureTypeLifetime', { path: { id }, body, ...more })
  await call('getAllFeatureTypes')
  await set('release', { lifetimeDays: 50 })
  await set('release', { lifetimeDays: null })
  await set('release', { lifetimeDays: 0 })
  await set('release', { lifetimeDays: 40 })
  await set('release', { lifetimeDays: -1 })
  await set('release', { lifetimeDays: 'long' })
  await set('release', {})
  await set('nosuch', { lifetimeDays: 40 })
  await set('release', { lifetimeDays: 40 }, { as: 'editor' })
  await call('getAllFeatureTypes')
})
