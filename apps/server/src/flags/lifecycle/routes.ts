import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { completeFlag, uncompleteFlag } from './commands.ts'
import { countStages, listStages } from './queries.ts'

export async function lifecycleRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve('GET /api/admin/lifecycle/count', (request) =>
    countStages(app.read, request.signedIn().viewer, request.query.project),
  )

  serve('GET /api/admin/projects/:projectId/features/:featureName/lifecycle', (request) =>
    listStages(app.read, request.signedIn().viewer, targetOf(request.params)),
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/lifecycle/complete',
    { command: completeFlag },
    async (request, reply) => {
      await request.dispatch(completeFlag, { ...request.body, ...targetOf(request.params) })
      return reply.code(200).send()
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete',
    { command: uncompleteFlag },
    async (request, reply) => {
      await request.dispatch(uncompleteFlag, targetOf(request.params))
      return reply.code(200).send()
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
