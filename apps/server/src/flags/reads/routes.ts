import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { AppError, nameTaken, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { checkName } from '../../platform/names.ts'
import { sees } from '../../platform/write/actor.ts'
import { checkPattern } from '../naming.ts'
import { findProjectRules, whereIs } from '../queries.ts'
import { listFlags } from './list-queries.ts'
import { readFlag, readFlagEnvironment } from './queries.ts'

export async function flagReadRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve('POST /api/admin/features/validate', { forProposers: true }, async (request, reply) => {
    const { name, projectId } = request.body
    checkName('flag', name)
    if (projectId) {
      const rules =
        sees(request.signedIn().viewer, projectId) && (await findProjectRules(app.read, projectId))
      if (!rules) throw notFound('project', projectId)
      checkPattern(name, rules.naming)
    }
    const holder = await whereIs(app.read, name)
    if (holder) throw holder.archived_at ? new AppError('nameArchived', { name }) : nameTaken('flag', name)
    return reply.code(200).send()
  })

  serve('GET /api/admin/projects/:projectId/features', async (request) => {
    const { projectId } = request.params
    const features = await listFlags(app.read, request.signedIn().viewer, projectId)
    if (!features) throw notFound('project', projectId)
    const { namePrefix = '' } = request.query
    return { version: 2, features: features.filter(({ name }) => name.startsWith(namePrefix)) }
  })

  serve('GET /api/admin/projects/:projectId/features/:featureName', (request) =>
    readFlag(app.read, request.signedIn().viewer, {
      project: request.params.projectId,
      flag: request.params.featureName,
    }),
  )

  serve(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment',
    async (request) => {
      const { projectId: project, featureName: flag, environment } = request.params
      const place = { project, flag, environment }
      // In the wire format, `name` is the flag name only in this response.
      return { ...(await readFlagEnvironment(app.read, request.signedIn().viewer, place)), name: flag }
    },
  )
}
