import { scenario } from '../player.ts'

/** The reference requires a content type even without a body. */
const headers = { 'content-type': 'application/json' }

export const favourites = scenario('favourites', async ({ call }) => {
  const path = { featureName: 'liked' }
  await call('createFeature', { body: { name: 'liked' } })
  await call('addFavoriteFeature', { path })
  await call('addFavoriteFeature', { path, headers })
  await call('addFavoriteFeature', { path, headers })
  await call('addFavoriteFeature', { path, headers, as: 'viewer' })
  await call('addFavoriteFeature', { path: { featureName: 'nosuch' }, headers })
  await call('addFavoriteFeature', { path, as: 'nobody' })
  await call('getFeature', { path })
  await call('searchFeatures', { query: { favorite: 'IS:true' } })
  await call('searchFeatures', { query: { favoritesFirst: true, sortBy: 'name', limit: 2 } })
  await call('removeFavoriteFeature', { path })
  await call('removeFavoriteFeature', { path, headers })
  await call('removeFavoriteFeature', { path, headers })
  await call('removeFavoriteFeature', { path: { featureName: 'nosuch' }, headers })
  await call('removeFavoriteFeature', { path, as: 'nobody' })
  await call('addFavoriteProject', { headers })
  await call('getProjects')
  await call('addFavoriteProject', { path: { projectId: 'nosuch' }, headers })
  await call('addFavoriteProject', { as: 'nobody' })
  await call('removeFavoriteProject', { headers })
  await call('removeFavoriteProject', { path: { projectId: 'nosuch' }, headers })
  await call('removeFavoriteProject', { as: 'nobody' })
})
