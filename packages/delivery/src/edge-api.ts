import type { TokenStringList } from '@flagstaff/contract/client'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance } from 'fastify'
import { addressOf } from './address.ts'
import { type Admission, looksRight } from './admission.ts'
import { createAddressBudget } from './budget.ts'

const MOST_TOKENS = 1_000
/** Rate limit per minute: an edge validates each new token once, and this is enough for a very large one. */
const MOST_UNKNOWN_A_MINUTE = 10_000

/** Tells edges which tokens are valid, and their scope. */
export function edgeApi(app: FastifyInstance, { store, refresh }: Admission) {
  const guesses = createAddressBudget(MOST_UNKNOWN_A_MINUTE, 60_000)
  app.post(
    '/edge/validate',
    {
      config: { permission: 'public' },
      schema: schemaOf(operations['POST /edge/validate']),
    },
    async (request, reply) => {
      const { tokens } = request.body as TokenStringList
      const asked = [...new Set(tokens.slice(0, MOST_TOKENS))]
      // An unknown token may just have been created on another server.
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
        // Older edges know backend tokens only by their former type.
        const type = token.type === 'backend' ? 'client' : token.type
        return [{ token: secret, type, projects, environment, ...(expiresAt ? { expiresAt } : {}) }]
      })
      return { tokens: valid }
    },
  )
}
