import type { FastifyRequest } from 'fastify'

/** The token that a request carries. A user name and password are for a proxy in front of us, not for us. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const { authorization = '' } = headers
  if (/^basic /i.test(authorization)) return undefined
  return authorization.replace(/^bearer +/i, '').trim() || undefined
}
