import { EdgeReport } from '@flagstaff/contract/receipts'
import { Nothing } from '@flagstaff/contract/schema'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import type { EdgeSink } from './ports.ts'

/** What edges tell of themselves and of those they serve. */
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
      schema: {
        operationId: 'registerEdgeObservabilityMetrics',
        tags: ['Unleash Edge'],
        body: EdgeReport,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      // A token speaks for its environment alone.
      await edges.add(request.body as EdgeReport, admitted(request).environment)
      return reply.code(202).send()
    },
  )
}
