import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountOf, createPersonalToken, deletePersonalToken, PERSONAL_TOKENS_OFF } from './commands.ts'
import { listPersonalTokens } from './queries.ts'

export async function personalTokenRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)
  serve('GET /api/admin/user/tokens', async (request) => {
    const userId = accountOf(request.signedIn())
    return { pats: await listPersonalTokens(app.read, [userId], app.settings.expiryNoticeDays) }
  })

  serve('POST /api/admin/user/tokens', { command: createPersonalToken }, async (request, reply) => {
    if (app.settings.personalTokensOff) throw new AppError('denied', { reason: PERSONAL_TOKENS_OFF })
    const token = await request.dispatch(createPersonalToken, request.body)
    // The id, not the secret: URLs end up in logs.
    return reply.code(201).header('location', `tokens/${token.id}`).send(token)
  })

  serve('DELETE /api/admin/user/tokens/:id', { command: deletePersonalToken }, async (request, reply) => {
    await request.dispatch(deletePersonalToken, { id: request.params.id })
    return reply.send()
  })
}
