import type { Slice } from '../../platform/manifest.ts'
import { tagRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [tagRoutes] },
}
