import type { Slice } from '../../platform/manifest.ts'
import { removeOldEdges } from './queries.ts'
import { receiptRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [receiptRoutes] },
  expire: removeOldEdges,
}
