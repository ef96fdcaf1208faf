import { usersOperations } from '@flagstaff/contract/operations/users'
import { invalid } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { deleteUsers } from '../commands.ts'
import { listInactiveUsers } from './queries.ts'

export async function inactiveUserRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  const list = () => listInactiveUsers(app.read, app.settings.inactiveDays)

  serve('GET /api/admin/user-admin/inactive', async () => ({ version: 1, inactiveUsers: await list() }))

  serve('POST /api/admin/user-admin/inactive/delete', { command: deleteUsers }, async (request, reply) => {
    const { ids } = request.body
    const inactive = new Set((await list()).map(({ id }) => id))
    const active = ids.find((id) => !inactive.has(id))
    if (active !== undefined) throw invalid(`The user ${active} is not inactive. Load the list again.`, 'ids')
    await request.dispatch(deleteUsers, { ids })
    return reply.send()
  })
}
