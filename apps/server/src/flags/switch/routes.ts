import {
  BulkToggleFeatures,
  Feature,
  FlagEnvironmentParams,
  type FlagParams,
  ProjectFlagsEnvironmentParams,
  SwitchOnQuery,
} from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import type { Static } from 'typebox'
import type { Viewer } from '../../platform/actor.ts'
import type { App } from '../../platform/http/server.ts'
import { readFlagAlone } from '../reads/queries.ts'
import { disableFlags, enableFlags } from './commands.ts'

const tags = ['Features']
const one = '/projects/:projectId/features/:featureName/environments/:environment'
const many = '/projects/:projectId/bulk_features/environments/:environment'

export async function switchRoutes(app: App) {
  app.post(
    `${one}/on`,
    {
      config: { command: enableFlags },
      schema: {
        operationId: 'toggleFeatureEnvironmentOn',
        tags,
        params: FlagEnvironmentParams,
        querystring: SwitchOnQuery,
        response: { 200: Feature },
      },
    },
    async (request) => {
      await request.dispatch(enableFlags, {
        ...placeOf(request.params),
        flags: [request.params.featureName],
        activateDisabled: request.query.shouldActivateDisabledStrategies ?? false,
      })
      return present(request.signedIn().viewer, request.params)
    },
  )

  app.post(
    `${one}/off`,
    {
      config: { command: disableFlags },
      schema: {
        operationId: 'toggleFeatureEnvironmentOff',
        tags,
        params: FlagEnvironmentParams,
        querystring: SwitchOnQuery,
        response: { 200: Feature },
      },
    },
    async (request) => {
      await request.dispatch(disableFlags, {
        ...placeOf(request.params),
        flags: [request.params.featureName],
      })
      return present(request.signedIn().viewer, request.params)
    },
  )

  app.post(
    `${many}/on`,
    {
      config: { command: enableFlags },
      schema: {
        operationId: 'bulkToggleFeaturesEnvironmentOn',
        tags,
        params: ProjectFlagsEnvironmentParams,
        querystring: SwitchOnQuery,
        body: BulkToggleFeatures,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(enableFlags, {
        ...placeOf(request.params),
        flags: request.body.features,
        activateDisabled: request.query.shouldActivateDisabledStrategies ?? false,
      })
      return reply.code(200).send()
    },
  )

  app.post(
    `${many}/off`,
    {
      config: { command: disableFlags },
      schema: {
        operationId: 'bulkToggleFeaturesEnvironmentOff',
        tags,
        params: ProjectFlagsEnvironmentParams,
        querystring: SwitchOnQuery,
        body: BulkToggleFeatures,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(disableFlags, { ...placeOf(request.params), flags: request.body.features })
      return reply.code(200).send()
    },
  )

  /** The flag as it is now. The change is made: whatever happens to the read, it must not look undone. */
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
