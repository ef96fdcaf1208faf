import { ApiToken, ApiTokenParams, ProjectTokenParams, RotateApiToken } from '@flagstaff/contract/tokens'
import type { App } from '../../platform/http/server.ts'
import { keyOf } from '../secrets.ts'
import { rotateApiToken, rotateProjectApiToken } from './commands.ts'

const tags = ['Flagstaff']

export async function rotationRoutes(app: App) {
  app.post(
    '/api-tokens/:token/rotate',
    {
      config: { command: rotateApiToken },
      schema: {
        operationId: 'rotateApiToken',
        tags,
        params: ApiTokenParams,
        body: RotateApiToken,
        response: { 201: ApiToken },
      },
    },
    async (request, reply) => {
      const token = keyOf(request.params.token)
      return reply.code(201).send(await request.dispatch(rotateApiToken, { ...request.body, token }))
    },
  )

  app.post(
    '/projects/:projectId/api-tokens/:token/rotate',
    {
      config: { command: rotateProjectApiToken },
      schema: {
        operationId: 'rotateProjectApiToken',
        tags,
        params: ProjectTokenParams,
        body: RotateApiToken,
        response: { 201: ApiToken },
      },
    },
    async (request, reply) => {
      const { projectId: project, token } = request.params
      const input = { ...request.body, project, token: keyOf(token) }
      return reply.code(201).send(await request.dispatch(rotateProjectApiToken, input))
    },
  )
}
