import { createHash, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { AppError } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import type { Telemetry } from '../platform/telemetry.ts'

/** Open to whoever reaches the process, unless the settings name a token. */
export function prometheusRoutes(app: App, telemetry: Telemetry) {
  const { metricsToken } = app.settings
  app.get(
    '/internal-backstage/prometheus',
    {
      config: { permission: 'public' },
      schema: { operationId: 'x-prometheus', tags: ['Operational'], response: { 200: Type.String() } },
    },
    async (request, reply) => {
      const sent = request.headers.authorization?.replace(/^bearer +/i, '') ?? ''
      if (metricsToken !== undefined && !isSame(sent, metricsToken)) throw new AppError('badToken')
      const { text, contentType } = await telemetry.read()
      return reply.type(contentType).send(text)
    },
  )
}

const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
