import { usageOperations } from '@flagstaff/contract/operations/usage'
import { requireMetricsToken } from '../../../platform/http/metrics-token.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listSeries } from './queries.ts'
import { toText } from './text.ts'

/** For Prometheus scrapers. Unauthenticated unless `METRICS_TOKEN` is set. */
export async function impactRoutes(app: App) {
  const serve = routesOf(app, usageOperations)
  serve('GET /internal-backstage/impact/metrics', async (request, reply) => {
    requireMetricsToken(request, app.settings)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(toText(await listSeries(app.read)))
  })
}
