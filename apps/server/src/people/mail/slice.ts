import type { Slice } from '../../platform/manifest.ts'
import { mailRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [mailRoutes] },
}
