import { Nothing } from '@flagstaff/contract/schema'
import { Ids, InactiveUsers } from '@flagstaff/contract/users'
import { invalid } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { deleteUsers } from '../commands.ts'
import { listInactiveUsers } from './queries.ts'

const tags = ['Users']

export async function inactiveUserRoutes(app: App) {
  const list = () => listInactiveUsers(app.read, app.settings.inactiveDays)

  app.get(
    '/user-admin/inactive',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getInactiveUsers', tags, response: { 200: InactiveUsers } },
    },
    async () => ({ version: 1, inactiveUsers: await list() }),
  )

  app.post(
    '/user-admin/inactive/delete',
    {
      config: { command: deleteUsers },
      schema: { operationId: 'deleteInactiveUsers', tags, body: Ids, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { ids } = request.body
      const inactive = new Set((await list()).map(({ id }) => id))
      const active = ids.find((id) => !inactive.has(id))
      if (active !== undefined)
        throw invalid(`The user ${active} is not inactive. Load the list again.`, 'ids')
      await request.dispatch(deleteUsers, { ids })
      return reply.send()
    },
  )
}
