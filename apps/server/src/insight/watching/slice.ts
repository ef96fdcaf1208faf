import type { Slice } from '../../platform/manifest.ts'
import { watchRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [watchRoutes] },
}
