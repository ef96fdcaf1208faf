import type { App } from '../../platform/http/server.ts'
import { identityRoutes } from './identities/routes.ts'
import type { Providers } from './oidc/provider.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { samlRoutes } from './saml/routes.ts'
import { ssoSettingRoutes } from './settings/routes.ts'
import { trialRoutes } from './trial-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    providers: Providers
  }
}

/** Not below `/api/admin`, since callers are not signed in yet. */
export async function ssoRoutes(app: App) {
  await oidcRoutes(app, app.providers)
  await samlRoutes(app)
}

export async function ssoAdminRoutes(app: App) {
  await identityRoutes(app)
  await ssoSettingRoutes(app)
  await trialRoutes(app, app.providers)
}
