import { isTooDeep, TOO_DEEP } from '@flagstaff/contract/nesting'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Accepts JSON only. A route without a body schema (such as turning a flag on or off) accepts any content type and
 * ignores the body; a route with a schema refuses a missing or different content type.
 */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (isTooDeep(text as string)) return done(new AppError('badData', { reason: TOO_DEEP }))
    try {
      done(null, JSON.parse(text as string))
    } catch {
      if (!request.routeOptions.schema?.body) return done(null, undefined)
      done(new AppError('badData', { reason: 'The body is not valid JSON.' }))
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _body, done) => {
    if (request.routeOptions.schema?.body) done(new AppError('contentType'))
    else done(null, undefined)
  })
}

export function requireBodies(app: FastifyInstance) {
  app.addHook('preValidation', (request, _reply, done) => {
    const wanted = request.routeOptions.schema?.body
    if (wanted && request.body === undefined && !request.headers['content-type'])
      done(new AppError('contentType'))
    else done()
  })
}
