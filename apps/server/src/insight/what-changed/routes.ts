import { whatChangedOperations } from '@flagstaff/contract/operations/what-changed'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { sightOf } from '../events/index.ts'
import { readWhatChanged } from './read.ts'
import { restoreEnvironment } from './restore/commands.ts'

export async function whatChangedRoutes(app: App) {
  const serve = routesOf(app, whatChangedOperations)
  serve('GET /api/admin/changes', (request) =>
    readWhatChanged(app.read, sightOf(request.signedIn()), request.query),
  )

  serve(
    'POST /api/admin/projects/:projectId/environments/:environment/restore',
    { command: restoreEnvironment },
    async (request, reply) => {
      const { projectId: project, environment } = request.params
      await request.dispatch(restoreEnvironment, { ...request.body, project, environment })
      return reply.code(204).send()
    },
  )
}
