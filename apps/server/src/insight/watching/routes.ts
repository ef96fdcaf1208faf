import { peopleOperations } from '@flagstaff/contract/operations/people'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { unwatchFlag, watchFlag } from './commands.ts'

export async function watchRoutes(app: App) {
  const serve = routesOf(app, peopleOperations)
  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/watch',
    { command: watchFlag },
    async (request, reply) => {
      const { projectId: project, featureName: flag } = request.params
      await request.dispatch(watchFlag, { project, flag })
      return reply.code(204).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName/watch',
    { command: unwatchFlag },
    async (request, reply) => {
      const { projectId: project, featureName: flag } = request.params
      await request.dispatch(unwatchFlag, { project, flag })
      return reply.code(204).send()
    },
  )
}
