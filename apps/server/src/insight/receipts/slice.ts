import type { Slice } from '../../platform/manifest.ts'
import { receiptRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [receiptRoutes] },
}
