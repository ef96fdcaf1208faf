import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { createFront, readLargeBodies, validation } from '@flagstaff/delivery'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { withBudget } from '../database/deadline.ts'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'
import { trackCommits } from '../write/commits.ts'
import { parseBodies, requireBodies } from './bodies.ts'
import { USUAL_BYTES } from './body-limits.ts'
import { answerErrors } from './errors.ts'
import { logRequests, requestIdOf } from './request-log.ts'
import { requirePermissions } from './routing.ts'
import { safeHeaders } from './safe-headers.ts'
import { warnOfUnnamedProxy } from './unnamed-proxy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The deadline for database work of this request, in `performance.now()` milliseconds. */
    deadline: number
    /** When reading the body started. */
    readingSince: number
  }
}

export type HttpServer = FastifyInstance

/** A server with the hooks of all routes, but without any routes. */
export function createServer(settings: Settings, logger: Logger, front = createFront()): HttpServer {
  const app = Fastify({
    serverFactory: front.serverFactory,
    loggerInstance: logger,
    genReqId: requestIdOf,
    // The delivery plane has no request log; the control plane logs requests in its own hook.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: USUAL_BYTES,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // A request that comes while the server stops is answered, and its connection ends.
    return503OnClosing: false,
    rewriteUrl: (request) => collapseSlashes(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    ...validation,
  }) as unknown as HttpServer
  // Types and schema tests already check the responses, so plain JSON.stringify is enough, and fastest.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  parseBodies(app)
  readLargeBodies(app)
  requirePermissions(app)
  answerErrors(app)
  return app
}

/** Hooks of the control plane. The delivery plane is registered separately and has none of them. */
export async function controlRules(app: FastifyInstance, settings: Settings) {
  requireBodies(app)
  warnOfUnnamedProxy(app)
  await app.register(cookie)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('signedIn', function signedIn() {
    if (!this.caller) throw new AppError('signInFirst')
    return this.caller
  })
  // Reading a body loses the async context, so the budget is set again afterwards.
  app.decorateRequest('deadline', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = performance.now() + settings.requestBudgetMs
    withBudget(settings.requestBudgetMs, done)
  })
  app.decorateRequest('readingSince', 0)
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.readingSince = performance.now()
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    // Time that the caller takes to send the body does not count towards the database budget.
    request.deadline += performance.now() - request.readingSince
    withBudget(request.deadline - performance.now(), () => trackCommits(done))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(safeHeaders)
    // Responses can contain secrets and personal data, so they are not cached unless a route says otherwise.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!settings.insecureCookies) reply.header('strict-transport-security', 'max-age=31536000')
    done(null, payload)
  })
  logRequests(app, settings)
  // Send the version of a single object as its ETag, for use with If-Match.
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    const version = (payload as { objectVersion?: number } | null)?.objectVersion
    if (version !== undefined && !reply.hasHeader('etag')) reply.header('etag', `W/"${version}"`)
    done(null, payload)
  })
}

export type App = FastifyInstance<
  FastifyInstance['server'],
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyInstance['log'],
  TypeBoxTypeProvider
>

const collapseSlashes = (url: string): string => {
  if (!url.includes('//')) return url
  const [path = '', ...query] = url.split('?')
  return [path.replace(/\/{2,}/g, '/'), ...query].join('?')
}
