import type { Slice } from '../../platform/manifest.ts'
import { liveRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [liveRoutes] },
}
