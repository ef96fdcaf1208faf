import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FrontendDocument } from './documents.ts'

const MAX_AGE = '86400'

/** Exactly the origins that are set, or all; never with credentials. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, { origins }: FrontendDocument) {
  const { origin } = request.headers
  reply.header('vary', 'Origin').header('access-control-expose-headers', 'ETag')
  if (origins.length === 0 || origins.includes('*')) reply.header('access-control-allow-origin', '*')
  else if (origin && origins.includes(origin)) reply.header('access-control-allow-origin', origin)
}

/** The answer to a preflight: whatever headers SDKs ask for are fine. */
export function allowPreflight(request: FastifyRequest, reply: FastifyReply) {
  reply
    .code(204)
    .header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
    .header('access-control-max-age', MAX_AGE)
  const asked = request.headers['access-control-request-headers']
  if (asked) reply.header('access-control-allow-headers', asked)
  return reply.send()
}
