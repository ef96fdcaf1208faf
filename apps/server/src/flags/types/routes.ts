import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { setLifetime } from './commands.ts'
import { listFlagTypes } from './queries.ts'

export async function flagTypeRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve('GET /api/admin/feature-types', async () => ({
    version: 1 as const,
    types: await listFlagTypes(app.read),
  }))

  serve('PUT /api/admin/feature-types/:id/lifetime', { command: setLifetime }, (request) =>
    request.dispatch(setLifetime, { ...request.body, id: request.params.id }),
  )
}
