import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { typeOf } from '../rules.ts'
import { adoptApiToken } from './commands.ts'
import { readAdoption } from './rules.ts'

export async function adoptionRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)
  serve('POST /api/admin/api-tokens/adopt', { command: adoptApiToken }, async (request, reply) => {
    const { name, type, expiresAt = null } = request.body
    const input = { name, type: typeOf(type), expiresAt, ...readAdoption(request.body) }
    return reply.code(201).send(await request.dispatch(adoptApiToken, input))
  })
}
