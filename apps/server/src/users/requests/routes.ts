import { Nothing } from '@flagstaff/contract/schema'
import { AccessRequestParams, ApproveUserAccessRequest, UserAccessRequests } from '@flagstaff/contract/users'
import type { App } from '../../platform/http/server.ts'
import { approveRequest, rejectRequest } from './commands.ts'
import { listAccessRequests } from './queries.ts'

const tags = ['Users']

/** People who may not sign in yet and asked to. */
export async function accessRequestRoutes(app: App) {
  app.get(
    '/user-access-requests',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getUserAccessRequests', tags, response: { 200: UserAccessRequests } },
    },
    async () => ({ userAccessRequests: await listAccessRequests(app.read) }),
  )

  app.post(
    '/user-access-requests/:id/approve',
    {
      config: { command: approveRequest },
      schema: {
        operationId: 'approveUserAccessRequest',
        tags,
        params: AccessRequestParams,
        body: ApproveUserAccessRequest,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(approveRequest, { ...request.body, id: request.params.id })
      return reply.send()
    },
  )

  app.delete(
    '/user-access-requests/:id',
    {
      config: { command: rejectRequest },
      schema: {
        operationId: 'rejectUserAccessRequest',
        tags,
        params: AccessRequestParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(rejectRequest, { id: request.params.id })
      return reply.send()
    },
  )
}
