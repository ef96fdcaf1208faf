import { addressOf } from '@flagstaff/delivery'
import type { FastifyRequest } from 'fastify'
import { callerWithSession, refuseForeign, sessionCookie } from './people/auth/index.ts'
import { callerWithToken } from './people/tokens/index.ts'
import { changeReason } from './platform/http/change-reason.ts'
import type { Handles } from './platform/http/dispatch.ts'
import { tokenOf } from './platform/http/token.ts'
import { viaOf } from './platform/http/via.ts'
import type { Caller } from './platform/write/actor.ts'

/** The caller of a request, by token or by session. */
export async function identify(request: FastifyRequest, handles: Handles): Promise<Caller | undefined> {
  const caller = await callerOf(request, handles)
  return caller && { ...caller, reason: changeReason(request), via: viaOf(request) }
}

async function callerOf(request: FastifyRequest, handles: Handles): Promise<Caller | undefined> {
  const token = tokenOf(request)
  if (token) return callerWithToken(handles, token, addressOf(request))
  const session = request.cookies[sessionCookie(handles.settings.insecureCookies)]
  if (!session) return undefined
  const caller = await callerWithSession(handles, session, addressOf(request))
  if (caller) refuseForeign(request)
  return caller
}
