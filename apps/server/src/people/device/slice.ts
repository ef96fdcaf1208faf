import { own } from '../../platform/database/owners.ts'
import type { Slice } from '../../platform/manifest.ts'
import { deviceAdminRoutes } from './admin-routes.ts'
import { expireGrants } from './queries.ts'
import { deviceRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [deviceRoutes], admin: [deviceAdminRoutes] },
  expire: (db) => expireGrants(own(db)),
}
