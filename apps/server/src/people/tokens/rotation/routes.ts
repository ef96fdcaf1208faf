import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { keyOf } from '../secrets.ts'
import { rotateApiToken, rotateProjectApiToken } from './commands.ts'

export async function rotationRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)
  serve('POST /api/admin/api-tokens/:token/rotate', { command: rotateApiToken }, async (request, reply) => {
    const token = keyOf(request.params.token)
    return reply.code(201).send(await request.dispatch(rotateApiToken, { ...request.body, token }))
  })

  serve(
    'POST /api/admin/projects/:projectId/api-tokens/:token/rotate',
    { command: rotateProjectApiToken },
    async (request, reply) => {
      const { projectId: project, token } = request.params
      const input = { ...request.body, project, token: keyOf(token) }
      return reply.code(201).send(await request.dispatch(rotateProjectApiToken, input))
    },
  )
}
