import { scenario } from '../player.ts'

export const favourites = scenario('favourites', async ({ call }) => {
  const path = { featureName: 'liked' }
  await call('createFeature', { body: { name: 'liked' } })
  for (const operation of ['addFavoriteFeature', 'addFavoriteFeature']) await call(operation, { path })
  await call('addFavoriteFeature', { path, as: 'viewer' })
  await call('addFavoriteFeature', { path: { featureName: 'nosuch' } })
  await call('addFavoriteFeature', { path, as: 'nobody' })
  await call('getFeature', { path })
  await call('searchFeatures', { query: { favorite: 'IS:true' } })
  await call('searchFeatures', { query: { favoritesFirst: true, sortBy: 'name', limit: 2 } })
  await call('removeFavoriteFeature', { path })
  await call('removeFavoriteFeature', { path })
  await call('removeFavoriteFeature', { path: { featureName: 'nosuch' } })
  await call('removeFavoriteFeature', { path, as: 'nobody' })
  await call('addFavoriteProject')
  await call('getProjects')
  await call('addFavoriteProject', { path: { projectId: 'nosuch' } })
  await call('addFavoriteProject', { as: 'nobody' })
  await call('removeFavoriteProject')
  await call('removeFavoriteProject', { path: { projectId: 'nosuch' } })
  await call('removeFavoriteProject', { as: 'nobody' })
})
