import { User } from '@flagstaff/contract/accounts'
import { Login, SignedOut } from '@flagstaff/contract/auth'
import { Nothing } from '@flagstaff/contract/schema'
import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/http/server.ts'
import { budgetHeaders } from './budget.ts'
import { giveSession, placeOf, refuseForeign, sessionCookie, takeSession } from './cookies.ts'
import { signIn } from './sign-in.ts'
import { type Ended, signOut } from './sign-out.ts'

const tags = ['Auth']
const config = { permission: 'public' } as const

/** Signing in and out. Not below `/api/admin`: whoever comes here is nobody yet. */
export async function authRoutes(app: App, leaveBy: (ended: Ended) => Promise<string | undefined>) {
  const { settings } = app
  const name = sessionCookie(settings.insecureCookies)

  app.post(
    '/auth/simple/login',
    { config, schema: { operationId: 'login', tags, body: Login, response: { 200: User } } },
    async (request, reply) => {
      // Another site must not sign its visitors in to an account of its own.
      refuseForeign(request)
      const { user, session } = await signIn(app, {
        ...request.body,
        ...placeOf(request),
        former: request.cookies[name],
        onCounted: (attempts) => reply.headers(budgetHeaders(settings.loginsPerMinute, attempts)),
      })
      giveSession(reply, settings, session)
      return user
    },
  )

  app.post(
    '/logout',
    { config, schema: { operationId: 'x-logout', tags, response: { 200: SignedOut, 302: Nothing } } },
    async (request, reply) => {
      refuseForeign(request)
      const session = request.cookies[name]
      const ended = session ? await app.note((db) => signOut(db, session, placeOf(request))) : undefined
      const location = (await wayOut(request, ended)) ?? `${settings.basePath}/signed-out`
      if (settings.clearSiteData) reply.header('clear-site-data', '"cookies", "storage"')
      takeSession(reply, settings)
      // A script cannot follow a redirect to another site; it is told the way.
      if (request.headers.accept === 'application/json') return { location }
      return reply.redirect(location, 302)
    },
  )

  /** A provider that does not answer must not keep anybody in. */
  async function wayOut({ log }: FastifyRequest, ended: Ended | undefined): Promise<string | undefined> {
    try {
      return ended && (await leaveBy(ended))
    } catch (error) {
      log.warn({ err: error }, 'somebody signed out here, but not at their provider')
      return undefined
    }
  }
}
