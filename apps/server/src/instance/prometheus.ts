import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { AppError } from '../platform/errors.ts'
import { requireMetricsToken } from '../platform/http/metrics-token.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'
import type { Telemetry } from '../platform/metrics/telemetry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: Telemetry
  }
}

/** Unauthenticated unless a token is configured. With `METRICS_PORT`, they are served only there. */
export async function prometheusRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /internal-backstage/prometheus', async (request, reply) => {
    if (app.settings.metricsPort !== undefined) throw new AppError('pathNotFound', { path: request.url })
    requireMetricsToken(request, app.settings)
    const { text, contentType } = await app.telemetry.read()
    return reply.type(contentType).send(text)
  })
}
