import { changeRequestsOperations } from '@flagstaff/contract/operations/change-requests'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { setProtection } from './commands.ts'
import { listProtections } from './queries.ts'

export async function protectionRoutes(app: App) {
  const serve = routesOf(app, changeRequestsOperations)
  serve('GET /api/admin/projects/:projectId/change-requests/config', (request) =>
    listProtections(app.read, request.signedIn().viewer, request.params.projectId),
  )

  serve(
    'PUT /api/admin/projects/:projectId/environments/:environment/change-requests/config',
    { command: setProtection },
    async (request, reply) => {
      const { projectId: project, environment } = request.params
      const { changeRequestsEnabled: enabled, requiredApprovals, ...options } = request.body
      await request.dispatch(setProtection, {
        ...options,
        project,
        environment,
        enabled,
        requiredApprovals: Math.min(10, Math.max(1, requiredApprovals ?? 1)),
      })
      return reply.code(204).send()
    },
  )
}
