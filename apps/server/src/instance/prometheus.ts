import { instanceOperations } from '@flagstaff/contract/operations/instance'
import type { Telemetry } from '../platform/background/telemetry.ts'
import { requireMetricsToken } from '../platform/http/metrics-token.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: Telemetry
  }
}

/** Unauthenticated unless a token is configured. */
export async function prometheusRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /internal-backstage/prometheus', async (request, reply) => {
    requireMetricsToken(request, app.settings)
    const { text, contentType } = await app.telemetry.read()
    return reply.type(contentType).send(text)
  })
}
