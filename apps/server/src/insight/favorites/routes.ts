import { favoritesOperations } from '@flagstaff/contract/operations/favorites'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { starFlag, starProject, unstarFlag, unstarProject } from './commands.ts'

export async function favoriteRoutes(app: App) {
  const serve = routesOf(app, favoritesOperations)
  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/favorites',
    { command: starFlag },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(starFlag, { project: projectId, flag: featureName })
      return reply.code(200).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName/favorites',
    { command: unstarFlag },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(unstarFlag, { project: projectId, flag: featureName })
      return reply.code(200).send()
    },
  )

  serve('POST /api/admin/projects/:projectId/favorites', { command: starProject }, async (request, reply) => {
    await request.dispatch(starProject, { project: request.params.projectId })
    return reply.code(200).send()
  })

  serve(
    'DELETE /api/admin/projects/:projectId/favorites',
    { command: unstarProject },
    async (request, reply) => {
      await request.dispatch(unstarProject, { project: request.params.projectId })
      return reply.code(200).send()
    },
  )
}
