import type { FastifyError, FastifyInstance } from 'fastify'
import { meaningOf } from '../../platform/http/errors.ts'

/** Errors in the format of the sync API. An archived flag is a conflict there. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = meaningOf(error, request)
    const status = known.code === 'archivedFlag' ? 409 : known.status
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (status === 503) reply.header('retry-after', '1')
    const details = known.details.map(({ path, message }) => ({
      ...(path === undefined ? {} : { field: path }),
      code: known.code,
      message,
    }))
    const { message, code } = known
    // Our own clients read the fields that all our errors have.
    const body = { error: { message, status, details }, message, code }
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
}
