import type { Slice } from '../../platform/manifest.ts'
import { removeOldFreezes } from './queries.ts'
import { freezeRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [freezeRoutes] },
  expire: removeOldFreezes,
}
