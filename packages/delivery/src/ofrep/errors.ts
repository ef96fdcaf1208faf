import type { OfrepFailure } from '@flagstaff/contract/ofrep'
import type { FastifyError, FastifyInstance } from 'fastify'

/** Parses every body as JSON, whatever its content type. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, JSON.parse(String(text)))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400, parse: true }))
    }
  })
}

type Fault = FastifyError & { parse?: boolean }

/** Error responses in the format of the protocol. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Fault, request, reply) => {
    const status = isTooDeep(error) ? 400 : (error.statusCode ?? 500)
    if (status >= 500) request.log.error({ err: error }, 'unexpected error')
    const { key } = request.params as { key?: string }
    const body = {
      ...(key === undefined ? {} : { key }),
      errorCode: codeOf(error),
      errorDetails: status < 500 ? error.message : 'Something went wrong; it is in the log of the server.',
    }
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
}

function codeOf(error: Fault): OfrepFailure['errorCode'] {
  if (error.parse) return 'PARSE_ERROR'
  return error.validation || isTooDeep(error) ? 'INVALID_CONTEXT' : 'GENERAL'
}

/** A context that is nested too deeply for the stack. */
const isTooDeep = (error: Fault) => error instanceof RangeError && error.statusCode === undefined
