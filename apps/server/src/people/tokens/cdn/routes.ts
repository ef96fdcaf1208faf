import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { createCdnToken } from './commands.ts'
import { listCdnTokens } from './queries.ts'

export async function cdnTokenRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)
  serve('GET /api/admin/cdn/tokens', async () => ({ tokens: await listCdnTokens(app.read) }))

  serve('POST /api/admin/cdn/tokens', { command: createCdnToken }, async (request, reply) => {
    await request.dispatch(createCdnToken, request.body)
    return reply.code(202).send()
  })
}
