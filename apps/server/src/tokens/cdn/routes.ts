import { Nothing } from '@flagstaff/contract/schema'
import { CdnApiToken, CdnApiTokens } from '@flagstaff/contract/tokens'
import type { App } from '../../platform/http/server.ts'
import { createCdnToken } from './commands.ts'
import { listCdnTokens } from './queries.ts'

const tags = ['API tokens']

export async function cdnTokenRoutes(app: App) {
  app.get(
    '/cdn/tokens',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getCDNTokens', tags, response: { 200: CdnApiTokens } },
    },
    async () => ({ tokens: await listCdnTokens(app.read) }),
  )

  app.post(
    '/cdn/tokens',
    {
      config: { command: createCdnToken },
      schema: { operationId: 'createCDNToken', tags, body: CdnApiToken, response: { 202: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(createCdnToken, request.body)
      return reply.code(202).send()
    },
  )
}
