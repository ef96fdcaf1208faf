import { TokenStringList, ValidatedEdgeTokens } from '@flagstaff/contract/client'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addressOf } from './address.ts'
import { type Admission, looksRight } from './admission.ts'
import { createAddressBudget } from './budget.ts'

const MOST_TOKENS = 1_000
/** An edge asks once for each token that its callers bring; a minute's worth of a very large one. */
const MOST_UNKNOWN_A_MINUTE = 10_000
const Refusal = Type.Object({ message: Type.String() })

/** What edges ask: which of these tokens are valid, and for what. */
export function edgeApi(app: FastifyInstance, { store, refresh }: Admission) {
  const guesses = createAddressBudget(MOST_UNKNOWN_A_MINUTE, 60_000)
  app.post(
    '/edge/validate',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getValidTokens',
        tags: ['Unleash Edge'],
        body: TokenStringList,
        response: { 200: ValidatedEdgeTokens, 429: Refusal, 503: Refusal },
      },
    },
    async (request, reply) => {
      const { tokens } = request.body as TokenStringList
      const asked = [...new Set(tokens.slice(0, MOST_TOKENS))]
      // One that is unknown here may have been made a moment ago on another server.
      const unknown = asked.filter((secret) => looksRight(secret) && !store.token(secret))
      if (guesses.spend(addressOf(request), '', unknown.length) < unknown.length) {
        const message = 'Too many unknown tokens came from this address. Try again in a minute.'
        return reply.code(429).header('retry-after', '60').send({ message })
      }
      if (unknown.length > 0 && refresh && !(await refresh())) {
        const message = 'Tokens cannot be checked at present. Try again shortly.'
        return reply.code(503).header('retry-after', '1').send({ message })
      }
      const valid = asked.flatMap((secret) => {
        const token = store.token(secret)
        if (!token || store.isExpired(token)) return []
        const { projects, environment, expiresAt } = token
        // Edges of some age know backend tokens by their old name only.
        const type = token.type === 'backend' ? 'client' : token.type
        return [{ token: secret, type, projects, environment, ...(expiresAt ? { expiresAt } : {}) }]
      })
      return { tokens: valid }
    },
  )
}
