import type { Slice } from '../../platform/manifest.ts'
import { compareRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [compareRoutes] },
}
