import type { Slice } from '../../platform/manifest.ts'
import { commentRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [commentRoutes] },
}
