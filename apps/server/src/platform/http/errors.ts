import { randomUUID } from 'node:crypto'
import { errorStatus } from '@flagstaff/contract/errors'
import { wordsFor } from '@flagstaff/contract/patterns'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRetryable, isUnavailable, unavailable } from '../database/failures.ts'
import { AppError, type Detail } from '../errors.ts'
import { hasCommitted } from '../write/commits.ts'
import { Proposed } from './proposals.ts'
import { safeHeaders } from './safe-headers.ts'

/** The only place that turns errors into responses. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Proposed) return sendProposal(error, reply)
    return send(meaningOf(error, request), request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    reply.headers({ ...safeHeaders, 'cache-control': 'no-store' })
    return send(new AppError('pathNotFound', { path: request.url.split('?')[0] ?? '' }), request, reply)
  })
}

/** The error as the caller can see it. Unexpected errors are logged, and the caller gets an id to report. */
export function meaningOf(error: FastifyError, request: FastifyRequest): AppError {
  const known = toAppError(error, request)
  if ((known?.code === 'databaseAway' || known?.code === 'databaseRefuses') && hasCommitted())
    return new AppError('committedThenAway')
  if (known) return known
  const id = randomUUID()
  request.log.error({ err: error, id }, 'unexpected error')
  return new AppError('internal', { id })
}

function toAppError(error: FastifyError, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (error.validation) return invalidInput(error)
  if (isUnavailable(error) || isRetryable(error)) return unavailable(error)
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('contentType')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('tooLarge', { limit: request.routeOptions.bodyLimit ?? 0 })
    case '23505':
    case '23503':
      return new AppError('conflict', { reason: 'This conflicts with existing data. Reload and try again.' })
    // Numbers, dates and time zones that PostgreSQL does not accept, and the null character, which text columns cannot store.
    case '22003':
    case '22007':
    case '22008':
    case '22009':
    case '22021':
    case '22P05':
      return unstorable()
    // JSON with half a character: a surrogate without its other half.
    case '22P02':
      return /type json/.test(error.message) ? unstorable() : undefined
  }
  const status = error.statusCode ?? 500
  return status < 500 ? new AppError('badData', { reason: error.message }) : undefined
}

const unstorable = () =>
  new AppError('badData', {
    reason: 'A number or date is out of range, or a text contains a character that cannot be stored.',
  })

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

/** Explains a pattern in words, followed by the pattern itself. */
function explain({ keyword, params, message = 'is not valid' }: Fault): string {
  const pattern = keyword === 'pattern' ? String(params.pattern) : ''
  const words = wordsFor(pattern)
  return words ? `must ${words} (pattern ${pattern}).` : message
}

const sendProposal = ({ body, location }: Proposed, reply: FastifyReply) =>
  reply
    .code(202)
    .headers({ location, 'preference-applied': 'propose' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))

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
