import { FlagParams } from '@flagstaff/contract/flags'
import { ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../platform/http/server.ts'
import { starFlag, starProject, unstarFlag, unstarProject } from './commands.ts'

const tags = ['Features']
const flag = '/projects/:projectId/features/:featureName/favorites'
const project = '/projects/:projectId/favorites'

export async function favoriteRoutes(app: App) {
  app.post(
    flag,
    {
      config: { command: starFlag },
      schema: { operationId: 'addFavoriteFeature', tags, params: FlagParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(starFlag, { project: projectId, flag: featureName })
      return reply.code(200).send()
    },
  )

  app.delete(
    flag,
    {
      config: { command: unstarFlag },
      schema: { operationId: 'removeFavoriteFeature', tags, params: FlagParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { projectId, featureName } = request.params
      await request.dispatch(unstarFlag, { project: projectId, flag: featureName })
      return reply.code(200).send()
    },
  )

  app.post(
    project,
    {
      config: { command: starProject },
      schema: { operationId: 'addFavoriteProject', tags, params: ProjectParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(starProject, { project: request.params.projectId })
      return reply.code(200).send()
    },
  )

  app.delete(
    project,
    {
      config: { command: unstarProject },
      schema: {
        operationId: 'removeFavoriteProject',
        tags,
        params: ProjectParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(unstarProject, { project: request.params.projectId })
      return reply.code(200).send()
    },
  )
}
