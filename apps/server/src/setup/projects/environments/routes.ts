import { projectsOperations } from '@flagstaff/contract/operations/projects'
import { invalid } from '../../../platform/errors.ts'
import { largeBody, ruleBytes } from '../../../platform/http/body-limits.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { warn } from '../../../platform/http/warnings.ts'
import { stickinessWarnings } from '../../context/index.ts'
import { addEnvironment, removeEnvironment, updateDefaultStrategy } from './commands.ts'

export async function projectEnvironmentRoutes(app: App) {
  const serve = routesOf(app, projectsOperations)
  serve(
    'POST /api/admin/projects/:projectId/environments',
    { command: addEnvironment },
    async (request, reply) => {
      const { environment, defaultStrategy, changeRequestsEnabled } = request.body
      if (changeRequestsEnabled) {
        throw invalid(
          'Add the environment first, then turn on change requests for it.',
          'changeRequestsEnabled',
        )
      }
      await request.dispatch(addEnvironment, {
        project: request.params.projectId,
        environment,
        ...(defaultStrategy ? { defaultStrategy } : {}),
      })
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/environments/:environment',
    { command: removeEnvironment },
    async (request, reply) => {
      const { projectId, environment } = request.params
      await request.dispatch(removeEnvironment, { project: projectId, environment })
      return reply.send()
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/environments/:environment/default-strategy',
    { command: updateDefaultStrategy, ...largeBody(ruleBytes(app.settings.limits)) },
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
