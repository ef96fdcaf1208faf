import { isTooDeep, TOO_DEEP } from '@flagstaff/contract/nesting'
import { readLargeBodies, validation } from '@flagstaff/delivery'
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

const RETRY_SECONDS = '10'
/** Unleash Edge has the frontend API at a second path, from the proxy before it. */
const PROXY = /\/api\/proxy(?=\/?$|\/client\/(?:metrics|register)\/?$)/

/** Same settings as the server: no request logging, and values are coerced as the wire format requires. */
export function createServer({ trustedProxies }: Settings, log: Logger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) =>
      url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/').replace(PROXY, '/api/frontend')),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    ...validation,
  }) as unknown as FastifyInstance
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.send(error)
    log.error({ err: error }, 'a request failed')
    if (status === 503) void reply.header('retry-after', RETRY_SECONDS)
    // Internal errors go to the log only: callers may be untrusted.
    const message = status === 503 ? error.message : 'The edge could not answer this request.'
    return reply.code(status).send({ message })
  })
  parseBodies(app)
  readLargeBodies(app)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  return app
}

function parseBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isTooDeep(text as string)) done(Object.assign(new Error(TOO_DEEP), { statusCode: 400 }))
    else void parse(request, text as string, done)
  })
}
