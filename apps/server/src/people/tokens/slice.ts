import type { Slice } from '../../platform/manifest.ts'
import { seedTokens } from './api-tokens/seed.ts'
import { removeOldNonces } from './edge/queries.ts'
import { edgeTokenRoutes } from './edge/routes.ts'
import { tokenRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [edgeTokenRoutes], admin: [tokenRoutes] },
  expire: removeOldNonces,
  start: seedTokens,
}
