import { usersOperations } from '@flagstaff/contract/operations/users'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listPersonalTokens } from '../../tokens/index.ts'
import { listRootRoles } from '../queries.ts'
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from './commands.ts'
import { listServiceAccounts } from './queries.ts'
import { serviceTokenRoutes } from './token-routes.ts'

export async function serviceAccountRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  await serviceTokenRoutes(app)

  serve('GET /api/admin/service-account', async () => {
    const accounts = await listServiceAccounts(app.read)
    const ids = accounts.map(({ id }) => id)
    const tokens = await listPersonalTokens(app.read, ids, app.settings.expiryNoticeDays)
    const byAccount = Map.groupBy(tokens, ({ userId }) => userId)
    return {
      serviceAccounts: accounts.map((account) => ({ ...account, tokens: byAccount.get(account.id) ?? [] })),
      rootRoles: await listRootRoles(app.read),
    }
  })

  serve('POST /api/admin/service-account', { command: createServiceAccount }, async (request, reply) => {
    const { name, username, rootRole } = request.body
    const account = await request.dispatch(createServiceAccount, { name, username, rootRole })
    return reply.code(201).header('location', String(account.id)).send(account)
  })

  serve('PUT /api/admin/service-account/:id', { command: updateServiceAccount }, async (request) =>
    request.dispatch(updateServiceAccount, { ...request.body, id: request.params.id }),
  )

  serve(
    'DELETE /api/admin/service-account/:id',
    { command: deleteServiceAccount },
    async (request, reply) => {
      await request.dispatch(deleteServiceAccount, { id: request.params.id })
      return reply.send()
    },
  )
}
