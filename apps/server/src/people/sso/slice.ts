import { own } from '../../platform/database/owners.ts'
import type { Slice } from '../../platform/manifest.ts'
import { expireFlows } from './expiry-queries.ts'
import { ssoAdminRoutes, ssoRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [ssoRoutes], admin: [ssoAdminRoutes] },
  expire: (db) => expireFlows(own(db)),
}
