import {
  Feature,
  FeatureEnvironment,
  FlagEnvironmentParams,
  FlagParams,
  ProjectFeatures,
  ProjectFeaturesQuery,
  ProjectFlagsParams,
  ValidateFeature,
} from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import { sees } from '../../platform/actor.ts'
import { AppError, nameTaken, notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { checkName } from '../../platform/names.ts'
import { checkPattern } from '../naming.ts'
import { findProjectRules, whereIs } from '../queries.ts'
import { listFlags } from './list-queries.ts'
import { readFlag, readFlagEnvironment } from './queries.ts'

const tags = ['Features']

export async function flagReadRoutes(app: App) {
  app.post(
    '/features/validate',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'validateFeature', tags, body: ValidateFeature, response: { 200: Nothing } },
    },
    async (request, reply) => {
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
    },
  )

  app.get(
    '/projects/:projectId/features',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatures',
        tags,
        params: ProjectFlagsParams,
        querystring: ProjectFeaturesQuery,
        response: { 200: ProjectFeatures },
      },
    },
    async (request) => {
      const { projectId } = request.params
      const features = await listFlags(app.read, request.signedIn().viewer, projectId)
      if (!features) throw notFound('project', projectId)
      const { namePrefix = '' } = request.query
      return { version: 2, features: features.filter(({ name }) => name.startsWith(namePrefix)) }
    },
  )

  app.get(
    '/projects/:projectId/features/:featureName',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getFeature', tags, params: FlagParams, response: { 200: Feature } },
    },
    (request) =>
      readFlag(app.read, request.signedIn().viewer, {
        project: request.params.projectId,
        flag: request.params.featureName,
      }),
  )

  app.get(
    '/projects/:projectId/features/:featureName/environments/:environment',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatureEnvironment',
        tags,
        params: FlagEnvironmentParams,
        response: { 200: FeatureEnvironment },
      },
    },
    async (request) => {
      const { projectId: project, featureName: flag, environment } = request.params
      const place = { project, flag, environment }
      // Here, and only here, the wire gives the name of the flag.
      return { ...(await readFlagEnvironment(app.read, request.signedIn().viewer, place)), name: flag }
    },
  )
}
