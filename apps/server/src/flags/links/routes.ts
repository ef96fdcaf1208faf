import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createLink, deleteLink, updateLink } from './commands.ts'

export async function linkRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/link',
    { command: createLink },
    async (request, reply) => {
      const { url, title = null } = request.body
      await request.dispatch(createLink, { ...targetOf(request.params), url, title })
      return reply.code(204).send()
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId',
    { command: updateLink },
    async (request, reply) => {
      const { url, title = null } = request.body
      await request.dispatch(updateLink, {
        ...targetOf(request.params),
        id: request.params.linkId,
        url,
        title,
      })
      return reply.code(204).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId',
    { command: deleteLink },
    async (request, reply) => {
      await request.dispatch(deleteLink, { ...targetOf(request.params), id: request.params.linkId })
      return reply.code(204).send()
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
