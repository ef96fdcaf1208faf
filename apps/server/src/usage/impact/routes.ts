import Type from 'typebox'
import { requireMetricsToken } from '../../platform/http/metrics-token.ts'
import type { App } from '../../platform/http/server.ts'
import { listSeries } from './queries.ts'
import { toText } from './rules.ts'

/** For scrapers. Open to whoever reaches the process, unless the settings name a token. */
export async function impactRoutes(app: App) {
  app.get(
    '/internal-backstage/impact/metrics',
    {
      config: { permission: 'public' },
      schema: { operationId: 'x-impactMetrics', tags: ['Operational'], response: { 200: Type.String() } },
    },
    async (request, reply) => {
      requireMetricsToken(request, app.settings)
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(toText(await listSeries(app.read)))
    },
  )
}
