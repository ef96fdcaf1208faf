import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import { createBudget } from './budget.ts'
import type { EdgeSink } from './ports.ts'

/** Reports a minute that one token can send, with those of the edges behind: enough for 50 edges that see every change. */
const MOST_A_MINUTE = 6_000

/** How many levels of edges behind edges are read, with the one that reports. */
export const DEEPEST_REPORT = 5

/** Counts a report and those of the edges behind it, valid or not. */
function countReports(report: Record<string, unknown>, depth = 1): number {
  const { connectedEdges } = report
  if (depth === DEEPEST_REPORT || !Array.isArray(connectedEdges)) return 1
  return connectedEdges.reduce((sum: number, one) => sum + countReports(Object(one), depth + 1), 1)
}

/** Receives reports of edges about themselves and their clients. */
export function edgeReportApi(
  app: FastifyInstance,
  { store, refresh, edges }: Admission & { edges: EdgeSink },
) {
  const budget = createBudget(MOST_A_MINUTE, 60_000)
  app.post(
    '/api/client/metrics/edge',
    {
      config: { permission: 'backend token' },
      bodyLimit: 4 * 1_048_576,
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['POST /api/client/metrics/edge']),
    },
    async (request, reply) => {
      const report = request.body as EdgeReport
      const { digest, environment } = admitted(request)
      const many = countReports(report)
      if (budget.spend(digest, many) < many) {
        const message = 'Too many edges reported with this token. Try again in a minute.'
        return reply.code(429).header('retry-after', '60').send({ message })
      }
      // A token can only report for its environment.
      await edges.add(report, environment)
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
