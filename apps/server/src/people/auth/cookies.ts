import { createHash } from 'node:crypto'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../../platform/errors.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** The `__Host-` prefix makes browsers accept the cookie only from this host and only over HTTPS. */
export const sessionCookie = (insecure: boolean) =>
  insecure ? 'flagstaff-session' : '__Host-flagstaff-session'

export const sessionDigest = (id: string): Buffer => createHash('sha256').update(id).digest()

const LONGEST_AGENT = 300

/** The IP address and user agent of a request, as sessions and the login history store them. */
export type Place = { ip: string; userAgent: string | null }

export const placeOf = (request: FastifyRequest): Place => ({
  ip: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, LONGEST_AGENT) ?? null,
})

const optionsFor = ({ insecureCookies }: Pick<Settings, 'insecureCookies'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: !insecureCookies }) as const

/** Sets the cookie of a new session. */
export const giveSession = (reply: FastifyReply, settings: Settings, session: string) =>
  reply.setCookie(sessionCookie(settings.insecureCookies), session, {
    ...optionsFor(settings),
    maxAge: settings.sessionHours * 3_600,
  })

export const takeSession = (reply: FastifyReply, settings: Settings) =>
  reply.clearCookie(sessionCookie(settings.insecureCookies), optionsFor(settings))

/**
 * CSRF protection: browsers send the cookie from any site, so cross-site requests cannot change anything or sign in.
 */
export function refuseForeign(request: FastifyRequest) {
  if (isSafe(request.method) || !isForeign(request)) return
  throw forbidden(
    'This request comes from another site. Send it from the application itself, or use a token.',
  )
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Browsers send the origin of a request; scripts that set the cookie themselves do not. */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host
}
