import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FrontendDocument } from './documents.ts'

const MAX_AGE = '86400'

/** CORS headers: only the configured origins, or all, never with credentials; and `nosniff`. */
export function originHeaders(
  origin: string | undefined,
  { origins }: FrontendDocument,
  vary = 'Origin',
): [string, string][] {
  const allowed = origins.length === 0 || origins.includes('*') ? '*' : origin
  const isAllowed = allowed === '*' || (allowed !== undefined && origins.includes(allowed))
  return [
    ['vary', vary],
    ['x-content-type-options', 'nosniff'],
    ['access-control-expose-headers', 'ETag'],
    ...(isAllowed ? ([['access-control-allow-origin', allowed]] as [string, string][]) : []),
  ]
}

export function allowOrigin(request: FastifyRequest, reply: FastifyReply, frontend: FrontendDocument) {
  for (const [name, value] of originHeaders(request.headers.origin, frontend)) reply.header(name, value)
}

/** Answers a preflight request: every header that SDKs want to send is allowed. */
export function allowPreflight(request: FastifyRequest, reply: FastifyReply) {
  reply
    .code(204)
    .header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
    .header('access-control-max-age', MAX_AGE)
  const asked = request.headers['access-control-request-headers']
  if (asked) reply.header('access-control-allow-headers', asked)
  return reply.send()
}
