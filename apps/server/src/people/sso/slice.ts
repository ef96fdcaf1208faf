import { own } from '../../platform/database/owners.ts'
import type { Slice } from '../../platform/manifest.ts'
import { expireFlows } from './expiry-queries.ts'
import { assignProtocols } from './inherited/assign.ts'
import { ssoAdminRoutes, ssoRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [ssoRoutes], admin: [ssoAdminRoutes] },
  start: assignProtocols,
  expire: (db) => expireFlows(own(db)),
}
