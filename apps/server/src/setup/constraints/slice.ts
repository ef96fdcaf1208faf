import type { Slice } from '../../platform/manifest.ts'
import { constraintRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [constraintRoutes] },
}
