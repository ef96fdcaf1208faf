import { TokenStringList, ValidatedEdgeTokens } from '@flagstaff/contract/client'
import type { FastifyInstance } from 'fastify'
import type { Store } from './store.ts'

const MOST_TOKENS = 1_000

/** What edges ask: which of these tokens are valid, and for what. */
export function edgeApi(app: FastifyInstance, { store }: { store: Store }) {
  app.post(
    '/edge/validate',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getValidTokens',
        tags: ['Unleash Edge'],
        body: TokenStringList,
        response: { 200: ValidatedEdgeTokens },
      },
    },
    (request, reply) => {
      const { tokens } = request.body as TokenStringList
      const valid = [...new Set(tokens.slice(0, MOST_TOKENS))].flatMap((secret) => {
        const token = store.token(secret)
        if (!token || token.expires <= Date.now()) return []
        const { projects, environment } = token
        // Edges of some age know backend tokens by their old name only.
        const type = token.type === 'backend' ? 'client' : token.type
        return [{ token: secret, type, projects, environment }]
      })
      void reply.send({ tokens: valid })
    },
  )
}
