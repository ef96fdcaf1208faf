import type { Slice } from '../../platform/manifest.ts'
import { referenceRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [referenceRoutes] },
}
