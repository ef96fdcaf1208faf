import { randomUUID } from 'node:crypto'
import { errorStatus } from '@flagstaff/contract/errors'
import { wordsFor } from '@flagstaff/contract/patterns'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type Detail, databaseAway } from '../errors.ts'
import { isRetryable, isUnavailable } from '../failures.ts'
import { safeHeaders } from './safe-headers.ts'

/** The one place where an error becomes an answer. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(meaningOf(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    reply.headers({ ...safeHeaders, 'cache-control': 'no-store' })
    return send(new AppError('pathNotFound', { path: request.url.split('?')[0] ?? '' }), request, reply)
  })
}

/** What the caller may know about an error; one that nobody expected goes to the log, and the caller gets its number. */
export function meaningOf(error: FastifyError, request: FastifyRequest): AppError {
  const known = toAppError(error, request)
  if (known) return known
  const id = randomUUID()
  request.log.error({ err: error, id }, 'unexpected error')
  return new AppError('internal', { id })
}

function toAppError(error: FastifyError, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (error.validation) return invalidInput(error)
  if (isUnavailable(error) || isRetryable(error)) return databaseAway()
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('contentType')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('tooLarge', { limit: request.routeOptions.bodyLimit ?? 0 })
    case '23505':
    case '23503':
      return new AppError('conflict', { reason: 'This collides with what is stored. Reload and try again.' })
    // A number beyond the column, and the one character that no text can hold.
    case '22003':
    case '22021':
    case '22P05':
      return new AppError('badData', { reason: 'A number is too large, or a text holds a zero character.' })
  }
  const status = error.statusCode ?? 500
  return status < 500 ? new AppError('badData', { reason: error.message }) : undefined
}

function invalidInput(error: FastifyError): AppError {
  const context = error.validationContext ?? 'body'
  const place = context === 'querystring' ? 'query' : context
  const details: Detail[] = (error.validation ?? []).map((fault) => ({
    message: `${place}${fault.instancePath.replaceAll('/', '.')} ${explain(fault)}`,
    path: `/${place}${fault.instancePath}${fault.params.missingProperty ? `/${fault.params.missingProperty}` : ''}`,
  }))
  const reason = `The request is not valid. ${details[0]?.message ?? ''}`
  return new AppError('badData', { reason }, { details })
}

type Fault = NonNullable<FastifyError['validation']>[number]

/** A pattern alone tells most people nothing, so it comes after what it means. */
function explain({ keyword, params, message = 'is not valid' }: Fault): string {
  const pattern = keyword === 'pattern' ? String(params.pattern) : ''
  const words = wordsFor(pattern)
  return words ? `must ${words} (pattern ${pattern}).` : message
}

function send(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const body = {
    id: error.parameters.id ?? randomUUID(),
    name: error.name,
    message: error.message,
    details: error.details,
    code: error.code,
    parameters: error.parameters,
    ...error.extra,
  }
  if (error.status === errorStatus.DatabaseUnavailableError) reply.header('retry-after', '1')
  if (error.code === 'tooMany') reply.header('retry-after', String(error.parameters.seconds))
  if (request.headers.accept?.includes('application/problem+json')) {
    const problem = {
      type: `about:blank#${error.code}`,
      title: error.name,
      status: error.status,
      detail: error.message,
    }
    return reply
      .code(error.status)
      .type('application/problem+json')
      .send(JSON.stringify({ ...problem, ...body }))
  }
  return reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
