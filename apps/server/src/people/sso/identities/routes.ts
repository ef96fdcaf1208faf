import { ssoOperations } from '@flagstaff/contract/operations/sso'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { setIdentityProtocol } from './commands.ts'
import { listIdentities } from './queries.ts'

/** The accounts at identity providers that sign in to an account. */
export async function identityRoutes(app: App) {
  const serve = routesOf(app, ssoOperations)

  serve('GET /api/admin/user-admin/:id/identities', async ({ params }) => ({
    identities: await listIdentities(app.read, params.id),
  }))

  serve(
    'PUT /api/admin/user-admin/:id/identities/:identity',
    { command: setIdentityProtocol },
    async (request) =>
      request.dispatch(setIdentityProtocol, {
        userId: request.params.id,
        id: request.params.identity,
        protocol: request.body.protocol,
      }),
  )
}
