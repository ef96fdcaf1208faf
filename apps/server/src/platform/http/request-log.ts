import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-request-id'
/** Callers choose it, so it must not break a line of the log or be long. */
const ACCEPTED = /^[\w.:@/+=-]{1,128}$/

/** The ID of a request: that of the proxy in front, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[HEADER]
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : randomUUID()
}

/** Whether a route is called every few seconds by programs that watch the server. */
export const isProbe = (route: string | undefined): boolean =>
  route !== undefined && /\/(health|ready|internal-backstage\/prometheus)$/.test(route)

/** Responses have the ID of their request, and the log one line for each. */
export function logRequests(app: FastifyInstance, { requestLog }: { requestLog: boolean }) {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header(HEADER, request.id)
    done(null, payload)
  })
  if (!requestLog) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip, routeOptions, caller, span, log } = request
    const line = {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ip,
      actor: caller?.actor.name,
      actorId: caller?.actor.id,
      traceId: span?.traceId,
    }
    if (isProbe(routeOptions.url)) log.debug(line)
    else log.info(line)
    done()
  })
}
