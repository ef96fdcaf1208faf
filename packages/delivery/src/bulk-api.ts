import type { BulkHeaders, BulkMetrics, BulkRegistration, ClientMetricsEnv } from '@flagstaff/contract/client'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { type Admission, admitted, admitting } from './admission.ts'
import { readImpact } from './impact.ts'
import { readOutcomes } from './outcomes.ts'
import type { BulkSink, Registration, Usage } from './ports.ts'
import type { Token } from './store.ts'
import { timeOf } from './usage.ts'

const MOST_TOKENS = 1_000
const MOST_STEPS = 10
/** More than an edge sends: the size limit of a body is reached before this. */
const MOST_ITEMS = 2_000

/** Reports that edges and proxies have collected from many applications. */
export function bulkApi(app: FastifyInstance, { store, refresh, bulks }: Admission & { bulks: BulkSink }) {
  app.post(
    '/api/client/metrics/bulk',
    {
      config: { permission: 'backend token' },
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['POST /api/client/metrics/bulk']),
    },
    async (request, reply) => {
      const token = admitted(request)
      const { applications, metrics, impactMetrics, outcomes, seenTokens = [] } = request.body as BulkMetrics
      for (const secret of seenTokens.slice(0, MOST_TOKENS)) {
        const seen = store.token(secret)
        if (seen && !store.isExpired(seen)) store.used(seen)
      }
      // Reports of other environments are dropped: a token has access to its own environment only.
      const { environment } = token
      const here = (one: { environment?: string | null }) => (one.environment ?? environment) === environment
      await bulks.add({
        id: (request.headers as BulkHeaders)['idempotency-key'],
        environment,
        registrations: applications
          .slice(0, MOST_ITEMS)
          .filter(here)
          .map((one) => toRegistration(one, request, token)),
        usages: gather(metrics.slice(0, MOST_ITEMS).filter(here), environment),
        impact: readImpact(impactMetrics, { environment }),
        outcomes: readOutcomes(outcomes, token),
      })
      return reply.code(202).send()
    },
  )
}

function toRegistration(sent: BulkRegistration, request: FastifyRequest, token: Token): Registration {
  const own = (sent.projects ?? []).filter(
    (one) => token.projects.includes('*') || token.projects.includes(one),
  )
  return {
    app: sent.appName,
    instance: sent.instanceId || 'default',
    connectionId: sent.connectionId,
    environment: token.environment,
    sdkType: sent.sdkType ?? 'backend',
    sdkVersion: sent.sdkVersion,
    intervalMs: sent.interval,
    startedAt: sent.started === undefined ? undefined : timeOf(sent.started),
    strategies: sent.strategies,
    ip: addressOf(request),
    projects: own.length > 0 ? own : token.projects,
    connectVia: sent.connectVia?.slice(0, MOST_STEPS),
  }
}

/** Groups metrics into one report per application and time. */
function gather(metrics: ClientMetricsEnv[], environment: string): Usage[] {
  const reports = new Map<string, Usage>()
  for (const { appName, featureName, timestamp, yes = 0, no = 0, variants = {} } of metrics) {
    if (yes === 0 && no === 0) continue
    const at = timestamp === undefined ? Date.now() : timeOf(timestamp)
    const key = JSON.stringify([appName, at])
    const report = reports.get(key) ?? { app: appName, environment, at, counts: [] }
    reports.set(key, report)
    const given = Object.entries(variants).filter(([, count]) => count > 0)
    report.counts.push({ flag: featureName, yes, no, variants: given })
  }
  return [...reports.values()]
}
