import { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { ProjectEnvironment, ProjectEnvironmentParams, ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { stickinessWarnings } from '../../context/index.ts'
import { invalid } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { warn } from '../../platform/http/warnings.ts'
import { addEnvironment, removeEnvironment, updateDefaultStrategy } from './commands.ts'

const tags = ['Projects']

export async function projectEnvironmentRoutes(app: App) {
  app.post(
    '/projects/:projectId/environments',
    {
      config: { command: addEnvironment },
      schema: {
        operationId: 'addEnvironmentToProject',
        tags,
        params: ProjectParams,
        body: ProjectEnvironment,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { environment, defaultStrategy, changeRequestsEnabled } = request.body
      if (changeRequestsEnabled) {
        throw invalid('Change requests cannot be asked for yet.', 'changeRequestsEnabled')
      }
      await request.dispatch(addEnvironment, {
        project: request.params.projectId,
        environment,
        ...(defaultStrategy ? { defaultStrategy } : {}),
      })
      return reply.send()
    },
  )

  app.delete(
    '/projects/:projectId/environments/:environment',
    {
      config: { command: removeEnvironment },
      schema: {
        operationId: 'removeEnvironmentFromProject',
        tags,
        params: ProjectEnvironmentParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, environment } = request.params
      await request.dispatch(removeEnvironment, { project: projectId, environment })
      return reply.send()
    },
  )

  app.post(
    '/projects/:projectId/environments/:environment/default-strategy',
    {
      config: { command: updateDefaultStrategy },
      schema: {
        operationId: 'addDefaultStrategyToProjectEnvironment',
        tags,
        params: ProjectEnvironmentParams,
        body: CreateFeatureStrategy,
        response: { 200: CreateFeatureStrategy },
      },
    },
    async (request, reply) => {
      const { projectId, environment } = request.params
      const strategy = await request.dispatch(updateDefaultStrategy, {
        project: projectId,
        environment,
        strategy: request.body,
      })
      warn(reply, await stickinessWarnings(app.read, strategy.parameters?.stickiness))
      return strategy
    },
  )
}
