import { peopleOperations } from '@flagstaff/contract/operations/people'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { setOwner } from './commands.ts'
import { listOwners } from './queries.ts'

export async function ownerRoutes(app: App) {
  const serve = routesOf(app, peopleOperations)
  serve('GET /api/admin/flag-owners', async (request) => ({
    owners: await listOwners(app.read, request.signedIn().viewer),
  }))

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/owner',
    { command: setOwner },
    async (request, reply) => {
      const { projectId: project, featureName: flag } = request.params
      await request.dispatch(setOwner, { ...request.body, project, flag })
      return reply.code(204).send()
    },
  )
}
