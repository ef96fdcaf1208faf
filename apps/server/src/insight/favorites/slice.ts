import type { Slice } from '../../platform/manifest.ts'
import { favoriteRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [favoriteRoutes] },
}
