import { AdoptApiToken, ApiToken } from '@flagstaff/contract/tokens'
import type { App } from '../../platform/http/server.ts'
import { typeOf } from '../rules.ts'
import { adoptApiToken } from './commands.ts'
import { readAdoption } from './rules.ts'

export async function adoptionRoutes(app: App) {
  app.post(
    '/api-tokens/adopt',
    {
      config: { command: adoptApiToken },
      schema: {
        operationId: 'adoptApiToken',
        tags: ['Flagstaff'],
        body: AdoptApiToken,
        response: { 201: ApiToken },
      },
    },
    async (request, reply) => {
      const { name, type, expiresAt = null } = request.body
      const input = { name, type: typeOf(type), expiresAt, ...readAdoption(request.body) }
      return reply.code(201).send(await request.dispatch(adoptApiToken, input))
    },
  )
}
