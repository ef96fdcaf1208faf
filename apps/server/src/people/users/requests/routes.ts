import { usersOperations } from '@flagstaff/contract/operations/users'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { approveRequest, rejectRequest } from './commands.ts'
import { listAccessRequests } from './queries.ts'

/** Access requests of people who have no account yet. */
export async function accessRequestRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('GET /api/admin/user-access-requests', async () => ({
    userAccessRequests: await listAccessRequests(app.read),
  }))

  serve(
    'POST /api/admin/user-access-requests/:id/approve',
    { command: approveRequest },
    async (request, reply) => {
      await request.dispatch(approveRequest, { ...request.body, id: request.params.id })
      return reply.send()
    },
  )

  serve('DELETE /api/admin/user-access-requests/:id', { command: rejectRequest }, async (request, reply) => {
    await request.dispatch(rejectRequest, { id: request.params.id })
    return reply.send()
  })
}
