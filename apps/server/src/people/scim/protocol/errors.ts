import type { ErrorCode } from '@flagstaff/contract/errors'
import type { FastifyError, FastifyInstance } from 'fastify'
import { Messages, Types } from 'scimmy'
import { meaningOf } from '../../../platform/http/errors.ts'

/** The `scimType` values of RFC 7644, section 3.12, that we use. */
type Reason = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget' | 'uniqueness'

export const CONTENT_TYPE = 'application/scim+json; charset=utf-8'

export const refuse = (reason: Reason, detail: string) =>
  new Types.Error(reason === 'uniqueness' ? 409 : 400, reason, detail)

const reasons: Partial<Record<ErrorCode, Reason>> = {
  badData: 'invalidValue',
  conflict: 'uniqueness',
  nameTaken: 'uniqueness',
}

/** Sends errors in SCIM format. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Types.Error) {
      return reply
        .code(error.status)
        .type(CONTENT_TYPE)
        .send(bodyOf(error.status, error.message, error.scimType))
    }
    const known = meaningOf(error, request)
    if (known.status === 401) reply.header('www-authenticate', 'Bearer')
    if (known.status === 503) reply.header('retry-after', '1')
    return reply
      .code(known.status)
      .type(CONTENT_TYPE)
      .send(bodyOf(known.status, known.message, reasons[known.code]))
  })
}

const bodyOf = (status: number, detail: string, scimType?: string) =>
  JSON.stringify({
    schemas: [Messages.ErrorResponse.id],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail,
  })
