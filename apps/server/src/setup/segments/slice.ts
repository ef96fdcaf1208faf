import type { Slice } from '../../platform/manifest.ts'
import { segmentRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [segmentRoutes] },
}
