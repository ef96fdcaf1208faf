import type { FastifyRequest } from 'fastify'

/** The API token of a request. Basic authentication is meant for a proxy in front of the server, so it is ignored. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const { authorization = '' } = headers
  if (/^basic /i.test(authorization)) return undefined
  return authorization.replace(/^bearer +/i, '').trim() || undefined
}
