import type { Slice } from '../../platform/manifest.ts'
import { viewRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [viewRoutes] },
}
