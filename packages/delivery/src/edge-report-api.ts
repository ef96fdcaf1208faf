import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import type { EdgeSink } from './ports.ts'

/** Receives reports of edges about themselves and their clients. */
export function edgeReportApi(
  app: FastifyInstance,
  { store, refresh, edges }: Admission & { edges: EdgeSink },
) {
  app.post(
    '/api/client/metrics/edge',
    {
      config: { permission: 'backend token' },
      bodyLimit: 4 * 1_048_576,
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['POST /api/client/metrics/edge']),
    },
    async (request, reply) => {
      // A token can only report for its environment.
      await edges.add(request.body as EdgeReport, admitted(request).environment)
      return reply.code(202).send()
    },
  )
  app.post(
    '/api/client/edge-licensing/heartbeat',
    {
      config: { permission: 'backend token' },
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['POST /api/client/edge-licensing/heartbeat']),
    },
    (_request, reply) => void reply.code(202).send({ edgeLicenseState: 'Valid' }),
  )
}
