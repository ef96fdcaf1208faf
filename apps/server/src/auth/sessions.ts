import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { forbidden } from '../platform/errors.ts'

/** The `__Host-` prefix makes browsers refuse the cookie from anywhere but this very host, and over plain HTTP. */
export const sessionCookie = (insecure: boolean) =>
  insecure ? 'flagstaff-session' : '__Host-flagstaff-session'

export const sessionDigest = (id: string): Buffer => createHash('sha256').update(id).digest()

/** A cookie comes along with whatever the browser sends; only our own pages may use it to change something. */
export function refuseForeign(request: FastifyRequest) {
  if (isSafe(request.method) || !isForeign(request)) return
  throw forbidden(
    'This request comes from another site. Send it from the application itself, or use a token.',
  )
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Browsers say where a request comes from; scripts that send a cookie by hand say nothing. */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host
}
