import {
  BatchFeatures,
  DeletedFeatures,
  FlagNameParams,
  FlagParams,
  ProjectFlagsParams,
  ValidateArchiveFeatures,
} from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../../platform/http/server.ts'
import { listDependencies, listParents } from '../dependencies/queries.ts'
import { projectOf } from '../target.ts'
import { archiveFlags, deleteFlags, reviveFlags } from './commands.ts'

const archiveTags = ['Archive']
const tags = ['Features']

export async function archiveRoutes(app: App) {
  app.delete(
    '/projects/:projectId/features/:featureName',
    {
      config: { command: archiveFlags },
      schema: { operationId: 'archiveFeature', tags, params: FlagParams, response: { 202: Nothing } },
    },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(archiveFlags, { project: projectId, flags: [featureName] })
      return reply.code(202).send()
    },
  )

  app.post(
    '/projects/:projectId/archive',
    {
      config: { command: archiveFlags },
      schema: {
        operationId: 'archiveFeatures',
        tags,
        params: ProjectFlagsParams,
        body: BatchFeatures,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(archiveFlags, inputOf(request))
      return reply.code(202).send()
    },
  )

  app.post(
    '/projects/:projectId/archive/validate',
    {
      config: { permission: 'DELETE_FEATURE' },
      schema: {
        operationId: 'validateArchiveFeatures',
        tags,
        params: ProjectFlagsParams,
        body: BatchFeatures,
        response: { 200: ValidateArchiveFeatures },
      },
    },
    async (request) => {
      const { project, flags } = inputOf(request)
      return {
        parentsWithChildFeatures: await listParents(app.read, project, flags),
        hasDeletedDependencies: (await listDependencies(app.read, project, flags)).length > 0,
      }
    },
  )

  app.post(
    '/archive/revive/:featureName',
    {
      config: { command: reviveFlags },
      schema: {
        operationId: 'reviveFeature',
        tags: archiveTags,
        params: FlagNameParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { featureName } = request.params
      const project = await projectOf(app.read, request.signedIn().viewer, featureName)
      await request.dispatch(reviveFlags, { project, flags: [featureName] })
      return reply.code(200).send()
    },
  )

  app.post(
    '/projects/:projectId/revive',
    {
      config: { command: reviveFlags },
      schema: {
        operationId: 'reviveFeatures',
        tags: archiveTags,
        params: ProjectFlagsParams,
        body: BatchFeatures,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(reviveFlags, inputOf(request))
      return reply.code(200).send()
    },
  )

  app.delete(
    '/archive/:featureName',
    {
      config: { command: deleteFlags },
      schema: {
        operationId: 'deleteFeature',
        tags: archiveTags,
        params: FlagNameParams,
        response: { 200: DeletedFeatures },
      },
    },
    async (request) => {
      const { featureName } = request.params
      const project = await projectOf(app.read, request.signedIn().viewer, featureName)
      return request.dispatch(deleteFlags, { project, flags: [featureName] })
    },
  )

  app.post(
    '/projects/:projectId/delete',
    {
      config: { command: deleteFlags },
      schema: {
        operationId: 'deleteFeatures',
        tags: archiveTags,
        params: ProjectFlagsParams,
        body: BatchFeatures,
        response: { 200: DeletedFeatures },
      },
    },
    (request) => request.dispatch(deleteFlags, inputOf(request)),
  )
}

const inputOf = ({ params, body }: { params: { projectId: string }; body: BatchFeatures }) => ({
  project: params.projectId,
  flags: body.features,
})
