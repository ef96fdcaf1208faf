import { hash } from 'node:crypto'
import type { BulkHeaders } from '@flagstaff/contract/client'
import type { ClientOutcomes } from '@flagstaff/contract/guards'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import { isPlausible, toOutcomes } from './outcomes.ts'
import type { OutcomeSink } from './ports.ts'
import { refuseInput } from './refusals.ts'

/** What applications observed with a flag on and off, for the guards of a rollout. */
export function outcomesApi(
  app: FastifyInstance,
  { store, refresh, outcomes }: Admission & { outcomes: OutcomeSink },
) {
  app.post(
    '/api/client/outcomes',
    {
      config: { permission: 'backend token' },
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['POST /api/client/outcomes']),
    },
    async (request, reply) => {
      const { environment, projects, digest } = admitted(request)
      const sent = (request.body as ClientOutcomes).outcomes
      const wrong = sent.find((one) => !isPlausible(one))
      if (wrong)
        return refuseInput(reply, `${wrong.metric} has more events than uses. Count every use of the flag.`)
      const key = (request.headers as BulkHeaders)['idempotency-key']
      // Of this token only: another application that uses the same key must not make the server drop its reports.
      const id = key === undefined ? undefined : hash('sha256', JSON.stringify([digest, key]), 'hex')
      await outcomes.add({ environment, projects, outcomes: toOutcomes(sent) }, id)
      return reply.code(202).send()
    },
  )
}
