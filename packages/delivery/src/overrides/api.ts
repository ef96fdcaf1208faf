import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { OverrideResult, SignedOrder } from '@flagstaff/contract/overrides'
import type { FastifyInstance } from 'fastify'
import { addressOf } from '../address.ts'
import { createAddressBudget } from '../budget.ts'
import { refuse } from '../refusals.ts'
import type { Accepted, OverrideBook } from './book.ts'

const MOST_A_MINUTE = 60

/** Orders to turn a flag off, which are accepted without a database. Their signature is the permission. */
export function overrideApi(app: FastifyInstance, overrides: OverrideBook) {
  const budget = createAddressBudget(MOST_A_MINUTE, 60_000)
  app.post(
    '/api/overrides',
    {
      config: { permission: 'public' },
      bodyLimit: 8_192,
      schema: schemaOf(operations['POST /api/overrides']),
    },
    async (request, reply) => {
      if (budget.spend(addressOf(request)) === 0) {
        reply.header('retry-after', '60')
        return refuse(
          reply,
          429,
          'TooManyRequests',
          'Too many orders came from this address. Try again in a minute.',
        )
      }
      const { outcome, order, kept = false } = await overrides.accept((request.body as SignedOrder).order)
      const refused = order ? refusals[outcome]?.(order) : NOT_SIGNED
      if (refused) return refuse(reply, ...refused)
      const { id = '', flag = '', environment = '' } = order ?? {}
      return reply.send({ id, flag, environment, outcome, kept } as OverrideResult)
    },
  )
}

type Refused = [status: number, name: string, message: string]
const NOT_SIGNED: Refused = [
  403,
  'NoAccessError',
  'The order is not signed with the key of this installation. Sign it with its ENCRYPTION_KEY.',
]
const refusals: Partial<Record<Accepted['outcome'], (order: NonNullable<Accepted['order']>) => Refused>> = {
  'too old': ({ at }) => [
    409,
    'ConflictError',
    `The order was signed at ${at}, more than ten minutes from now by the clock of this process. Sign it again.`,
  ],
  'unknown flag': ({ flag, environment }) => [
    404,
    'NotFoundError',
    `This process serves no flag ${flag} in ${environment}.`,
  ],
  'too many': () => [409, 'ConflictError', 'Too many flags are overridden. Change some of them first.'],
}
