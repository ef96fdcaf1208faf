import type { Slice } from '../../platform/manifest.ts'
import { manifestRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [manifestRoutes] },
}
