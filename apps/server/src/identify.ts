import { addressOf } from '@flagstaff/delivery'
import type { FastifyRequest } from 'fastify'
import { callerWithSession, refuseForeign, sessionCookie } from './auth/index.ts'
import type { Caller } from './platform/actor.ts'
import type { Handles } from './platform/http/dispatch.ts'
import { tokenOf } from './platform/http/token.ts'
import { callerWithToken } from './tokens/index.ts'

/** Who makes this request: the owner of a token, or else of a session. */
export async function identify(request: FastifyRequest, handles: Handles): Promise<Caller | undefined> {
  const token = tokenOf(request)
  if (token) return callerWithToken(handles, token, addressOf(request))
  const session = request.cookies[sessionCookie(handles.settings.insecureCookies)]
  if (!session) return undefined
  const caller = await callerWithSession(handles, session, addressOf(request))
  if (caller) refuseForeign(request)
  return caller
}
