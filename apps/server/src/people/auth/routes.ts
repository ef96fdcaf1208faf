import { authOperations } from '@flagstaff/contract/operations/auth'
import type { FastifyRequest } from 'fastify'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { budgetHeaders } from './budget.ts'
import { giveSession, placeOf, refuseForeign, sessionCookie, takeSession } from './cookies.ts'
import { signIn } from './sign-in.ts'
import { type Ended, signOut } from './sign-out.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where to sign out of the identity provider that a session came from, if anywhere. */
    leave(ended: Ended): Promise<string | undefined>
  }
}

/** Sign-in and sign-out. Outside `/api/admin`, because the caller is not authenticated yet. */
export async function authRoutes(app: App) {
  const serve = routesOf(app, authOperations)
  const { settings } = app
  const name = sessionCookie(settings.insecureCookies)

  serve('POST /auth/simple/login', async (request, reply) => {
    // Prevents login CSRF: another site must not sign its visitors in to an account of the attacker.
    refuseForeign(request)
    const { user, session } = await signIn(app, {
      ...request.body,
      ...placeOf(request),
      former: request.cookies[name],
      onCounted: (attempts) => reply.headers(budgetHeaders(settings.loginsPerMinute, attempts)),
    })
    giveSession(reply, settings, session)
    return user
  })

  serve('POST /logout', async (request, reply) => {
    refuseForeign(request)
    const session = request.cookies[name]
    const ended = session ? await app.note((db) => signOut(db, session, placeOf(request))) : undefined
    const location = (await wayOut(request, ended)) ?? `${settings.basePath}/signed-out`
    if (settings.clearSiteData) reply.header('clear-site-data', '"cookies", "storage"')
    takeSession(reply, settings)
    // `fetch` cannot follow a redirect to another site, so scripts get the location as JSON.
    if (request.headers.accept === 'application/json') return { location }
    return reply.redirect(location, 302)
  })

  /** An identity provider that does not respond must not prevent signing out. */
  async function wayOut({ log }: FastifyRequest, ended: Ended | undefined): Promise<string | undefined> {
    try {
      return ended && (await app.leave(ended))
    } catch (error) {
      log.warn({ err: error }, 'a user signed out here, but not at the identity provider')
      return undefined
    }
  }
}
