import type { Feature, FlagParams } from '@flagstaff/contract/flags'
import { flagsOperations } from '@flagstaff/contract/operations/flags'
import type { Static } from 'typebox'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { readFlagAlone } from '../reads/queries.ts'
import { disableFlags, enableFlags } from './commands.ts'

export async function switchRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/on',
    { command: enableFlags },
    async (request) => {
      await request.dispatch(enableFlags, {
        ...placeOf(request.params),
        flags: [request.params.featureName],
        activateDisabled: request.query.shouldActivateDisabledStrategies ?? false,
      })
      return present(request.signedIn().viewer, request.params)
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/off',
    { command: disableFlags },
    async (request) => {
      await request.dispatch(disableFlags, {
        ...placeOf(request.params),
        flags: [request.params.featureName],
      })
      return present(request.signedIn().viewer, request.params)
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/bulk_features/environments/:environment/on',
    { command: enableFlags },
    async (request, reply) => {
      await request.dispatch(enableFlags, {
        ...placeOf(request.params),
        flags: request.body.features,
        activateDisabled: request.query.shouldActivateDisabledStrategies ?? false,
      })
      return reply.code(200).send()
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/bulk_features/environments/:environment/off',
    { command: disableFlags },
    async (request, reply) => {
      await request.dispatch(disableFlags, { ...placeOf(request.params), flags: request.body.features })
      return reply.code(200).send()
    },
  )

  /** The current flag. The change is already committed, so a failed read must not fail the request. */
  const present = (viewer: Viewer, { projectId, featureName }: Static<typeof FlagParams>): Promise<Feature> =>
    readFlagAlone(app.read, viewer, { project: projectId, flag: featureName }).catch(() => ({
      name: featureName,
      project: projectId,
    }))
}

const placeOf = ({ projectId, environment }: { projectId: string; environment: string }) => ({
  project: projectId,
  environment,
})
