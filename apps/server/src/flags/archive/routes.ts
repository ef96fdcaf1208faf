import type { BatchFeatures } from '@flagstaff/contract/flags'
import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { listDependencies, listParents } from '../dependencies/queries.ts'
import { projectOf } from '../target.ts'
import { archiveFlags, deleteFlags, reviveFlags } from './commands.ts'

export async function archiveRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName',
    { command: archiveFlags },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(archiveFlags, { project: projectId, flags: [featureName] })
      return reply.code(202).send()
    },
  )

  serve('POST /api/admin/projects/:projectId/archive', { command: archiveFlags }, async (request, reply) => {
    await request.dispatch(archiveFlags, inputOf(request))
    return reply.code(202).send()
  })

  serve('POST /api/admin/projects/:projectId/archive/validate', { forProposers: true }, async (request) => {
    const { project, flags } = inputOf(request)
    return {
      parentsWithChildFeatures: await listParents(app.read, project, flags),
      hasDeletedDependencies: (await listDependencies(app.read, project, flags)).length > 0,
    }
  })

  serve('POST /api/admin/archive/revive/:featureName', { command: reviveFlags }, async (request, reply) => {
    const { featureName } = request.params
    const project = await projectOf(app.read, request.signedIn().viewer, featureName)
    await request.dispatch(reviveFlags, { project, flags: [featureName] })
    return reply.code(200).send()
  })

  serve('POST /api/admin/projects/:projectId/revive', { command: reviveFlags }, async (request, reply) => {
    await request.dispatch(reviveFlags, inputOf(request))
    return reply.code(200).send()
  })

  serve('DELETE /api/admin/archive/:featureName', { command: deleteFlags }, async (request) => {
    const { featureName } = request.params
    const project = await projectOf(app.read, request.signedIn().viewer, featureName)
    return request.dispatch(deleteFlags, { project, flags: [featureName] })
  })

  serve('POST /api/admin/projects/:projectId/delete', { command: deleteFlags }, (request) =>
    request.dispatch(deleteFlags, inputOf(request)),
  )
}

const inputOf = ({ params, body }: { params: { projectId: string }; body: BatchFeatures }) => ({
  project: params.projectId,
  flags: body.features,
})
