import type { App } from '../platform/http/server.ts'
import type { Providers } from './oidc/provider.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { samlRoutes } from './saml/routes.ts'
import { ssoSettingRoutes } from './settings/routes.ts'
import { trialRoutes } from './trial-routes.ts'

/** Not below `/api/admin`: whoever comes here is nobody yet. */
export async function ssoRoutes(app: App, providers: Providers) {
  await oidcRoutes(app, providers)
  await samlRoutes(app)
}

export async function ssoAdminRoutes(app: App, providers: Providers) {
  await ssoSettingRoutes(app)
  await trialRoutes(app, providers)
}
