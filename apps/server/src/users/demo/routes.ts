import { User } from '@flagstaff/contract/accounts'
import { Email } from '@flagstaff/contract/auth'
import {
  addressKey,
  giveSession,
  openSession,
  placeOf,
  refuseForeign,
  sessionCookie,
  spend,
} from '../../auth/index.ts'
import { system } from '../../platform/actor.ts'
import { run } from '../../platform/commands.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { enterDemo } from './commands.ts'

/** For servers that are there to be tried out: an address is enough. Elsewhere there is no such way in. */
export async function demoRoutes(app: App) {
  const { settings } = app
  app.post(
    '/auth/demo/login',
    {
      config: { permission: 'public' },
      schema: { operationId: 'x-demoLogin', tags: ['Auth'], body: Email, response: { 200: User } },
    },
    async (request, reply) => {
      if (!settings.demo) throw new AppError('pathNotFound', { path: '/auth/demo/login' })
      refuseForeign(request)
      const place = placeOf(request)
      await spend(reply, `demo ${addressKey(place.ip)}`, settings.usersPerMinute)
      const { email } = request.body
      const visitor = { ...system, actor: { ...system.actor, ip: place.ip } }
      const input = { email: email.trim(), evenAdmins: settings.demo.evenAdmins }
      const user = await app.write(visitor, (tx) => run(tx, enterDemo, input))
      const former = request.cookies[sessionCookie(settings.insecureCookies)]
      const session = await openSession(app, { userId: user.id, ...place, former, authType: 'demo' })
      giveSession(reply, settings, session)
      return user
    },
  )
}
