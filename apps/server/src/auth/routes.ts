import { User } from '@flagstaff/contract/accounts'
import { Login } from '@flagstaff/contract/auth'
import { Nothing } from '@flagstaff/contract/schema'
import { addressOf } from '@flagstaff/delivery'
import type { App } from '../platform/http/server.ts'
import { removeSession } from './queries.ts'
import { refuseForeign, sessionCookie, sessionDigest } from './sessions.ts'
import { signIn } from './sign-in.ts'

const tags = ['Auth']
const config = { permission: 'public' } as const
const LONGEST_AGENT = 300

/** Signing in and out. Not below `/api/admin`: whoever comes here is nobody yet. */
export async function authRoutes(app: App) {
  const { settings } = app
  const name = sessionCookie(settings.insecureCookies)
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: !settings.insecureCookies,
  } as const

  app.post(
    '/auth/simple/login',
    { config, schema: { operationId: 'login', tags, body: Login, response: { 200: User } } },
    async (request, reply) => {
      const { user, session } = await signIn(app, {
        ...request.body,
        ip: addressOf(request),
        userAgent: request.headers['user-agent']?.slice(0, LONGEST_AGENT) ?? null,
        former: request.cookies[name],
      })
      reply.setCookie(name, session, { ...cookie, maxAge: settings.sessionHours * 3_600 })
      return user
    },
  )

  app.post(
    '/logout',
    { config, schema: { operationId: 'x-logout', tags, response: { 302: Nothing } } },
    async (request, reply) => {
      refuseForeign(request)
      const session = request.cookies[name]
      if (session) await app.note((db) => removeSession(db, sessionDigest(session)))
      if (settings.clearSiteData) reply.header('clear-site-data', '"cookies", "storage"')
      return reply.clearCookie(name, cookie).redirect(`${settings.basePath}/signed-out`, 302)
    },
  )
}
