import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProbe } from '../http/request-log.ts'
import { type Span, type Tracer, withSpan } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if tracing is off. */
    span: Span | undefined
  }
}

/** A span for each request, by route: paths and queries can contain personal data. */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url
    if (isProbe(route)) return done()
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
    const span = tracer.start({
      name: route ? `${method} ${route}` : method,
      kind: 'server',
      parent: undefined,
      traceparent,
      attributes: { 'http.request.method': method, ...(route ? { 'http.route': route } : {}) },
    })
    request.span = span
    withSpan(span, done)
  })
  // Reading a body loses the async context.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? withSpan(request.span, done) : done(),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.span?.set({ 'http.response.status_code': statusCode })
    end(request, statusCode >= 500 ? String(statusCode) : undefined)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request, 'aborted')
    done()
  })
}

function end(request: FastifyRequest, errorType: string | undefined) {
  if (errorType) request.span?.fail(errorType)
  request.span?.end()
  request.span = undefined
}
