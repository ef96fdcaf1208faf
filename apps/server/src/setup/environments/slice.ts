import type { Slice } from '../../platform/manifest.ts'
import { environmentRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [environmentRoutes] },
}
