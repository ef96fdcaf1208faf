import { own } from '../../platform/database/owners.ts'
import type { Slice } from '../../platform/manifest.ts'
import { expireSessions } from './expiry-queries.ts'
import { loginRoutes } from './logins/routes.ts'
import { authRoutes } from './routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export const slice: Slice = {
  routes: { root: [authRoutes], admin: [loginRoutes, sessionRoutes] },
  expire: (db) => expireSessions(own(db)),
}
