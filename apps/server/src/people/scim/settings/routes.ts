import { scimOperations } from '@flagstaff/contract/operations/scim'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { baseUrlOf } from '../address.ts'
import { replaceScimToken, switchScim } from './commands.ts'
import { findDoor, findStatus } from './queries.ts'

export async function scimSettingRoutes(app: App) {
  const serve = routesOf(app, scimOperations)
  serve('GET /api/admin/scim-settings', async () => {
    const { enabled, digest } = await findDoor(app.read)
    return { enabled, hasToken: digest !== null }
  })

  serve('POST /api/admin/scim-settings', { command: switchScim }, async (request, reply) => {
    await request.dispatch(switchScim, { enabled: request.body.enabled })
    return reply.send()
  })

  serve('POST /api/admin/scim-settings/generate-new-token', { command: replaceScimToken }, (request) =>
    request.dispatch(replaceScimToken, {}),
  )

  serve('GET /api/admin/scim-settings/status', async () => ({
    baseUrl: baseUrlOf(app.settings),
    ...(await findStatus(app.read)),
  }))
}
