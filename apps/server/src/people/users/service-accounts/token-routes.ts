import { usersOperations } from '@flagstaff/contract/operations/users'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listPersonalTokens } from '../../tokens/index.ts'
import { wasServiceAccount } from './queries.ts'
import { createServiceToken, deleteServiceToken } from './token-commands.ts'

export async function serviceTokenRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('GET /api/admin/service-account/:id/token', async (request) => {
    const { id } = request.params
    if (!(await wasServiceAccount(app.read, id))) throw notFound('service account', id)
    return { pats: await listPersonalTokens(app.read, [id], app.settings.expiryNoticeDays) }
  })

  serve(
    'POST /api/admin/service-account/:id/token',
    { command: createServiceToken },
    async (request, reply) => {
      const token = await request.dispatch(createServiceToken, { ...request.body, id: request.params.id })
      return reply.code(201).header('location', `token/${token.id}`).send(token)
    },
  )

  serve(
    'DELETE /api/admin/service-account/:id/token/:tokenId',
    { command: deleteServiceToken },
    async (request, reply) => {
      await request.dispatch(deleteServiceToken, request.params)
      return reply.send()
    },
  )
}
