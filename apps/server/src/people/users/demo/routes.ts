import { usersOperations } from '@flagstaff/contract/operations/users'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { system } from '../../../platform/write/actor.ts'
import { run } from '../../../platform/write/commands.ts'
import {
  addressKey,
  giveSession,
  openSession,
  placeOf,
  refuseForeign,
  sessionCookie,
  spend,
} from '../../auth/index.ts'
import { enterDemo } from './commands.ts'

/** Sign-in for demo servers: an email address is enough. Returns 404 unless demo mode is on. */
export async function demoRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  const { settings } = app
  serve('POST /auth/demo/login', async (request, reply) => {
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
  })
}
