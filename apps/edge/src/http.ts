import { validation } from '@flagstaff/delivery'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

/** As the server has it: nothing is logged per request, values are coerced as the wire does. */
export function createServer({ trustedProxies }: Settings, log: Logger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    ...validation,
  }) as unknown as FastifyInstance
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  return app
}
