import type { Slice } from '../../platform/manifest.ts'
import { searchRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [searchRoutes] },
}
