import Type from 'typebox'
import { requireMetricsToken } from '../platform/http/metrics-token.ts'
import type { App } from '../platform/http/server.ts'
import type { Telemetry } from '../platform/telemetry.ts'

/** Open to whoever reaches the process, unless the settings name a token. */
export function prometheusRoutes(app: App, telemetry: Telemetry) {
  app.get(
    '/internal-backstage/prometheus',
    {
      config: { permission: 'public' },
      schema: { operationId: 'x-prometheus', tags: ['Operational'], response: { 200: Type.String() } },
    },
    async (request, reply) => {
      requireMetricsToken(request, app.settings)
      const { text, contentType } = await telemetry.read()
      return reply.type(contentType).send(text)
    },
  )
}
