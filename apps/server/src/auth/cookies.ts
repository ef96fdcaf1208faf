import { createHash } from 'node:crypto'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../platform/errors.ts'
import type { Settings } from '../platform/settings.ts'

/** The `__Host-` prefix makes browsers refuse the cookie from anywhere but this very host, and over plain HTTP. */
export const sessionCookie = (insecure: boolean) =>
  insecure ? 'flagstaff-session' : '__Host-flagstaff-session'

export const sessionDigest = (id: string): Buffer => createHash('sha256').update(id).digest()

const LONGEST_AGENT = 300

/** Where somebody calls from, as sessions and the login history keep it. */
export type Place = { ip: string; userAgent: string | null }

export const placeOf = (request: FastifyRequest): Place => ({
  ip: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, LONGEST_AGENT) ?? null,
})

const optionsFor = ({ insecureCookies }: Pick<Settings, 'insecureCookies'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: !insecureCookies }) as const

/** Hands the browser a session that was just opened. */
export const giveSession = (reply: FastifyReply, settings: Settings, session: string) =>
  reply.setCookie(sessionCookie(settings.insecureCookies), session, {
    ...optionsFor(settings),
    maxAge: settings.sessionHours * 3_600,
  })

export const takeSession = (reply: FastifyReply, settings: Settings) =>
  reply.clearCookie(sessionCookie(settings.insecureCookies), optionsFor(settings))

/** Browsers send the cookie along from any site; only our own pages may use it, or open a session, to change something. */
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
