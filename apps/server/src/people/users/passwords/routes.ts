import { usersOperations } from '@flagstaff/contract/operations/users'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../../../platform/database/database.ts'
import { withFreshBudget } from '../../../platform/database/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { type Caller, system } from '../../../platform/write/actor.ts'
import { run } from '../../../platform/write/commands.ts'
import {
  giveSession,
  isPasswordOff,
  nameOf,
  openSession,
  placeOf,
  refuseForeign,
  sessionCookie,
} from '../../auth/index.ts'
import { FIRST_ADMIN } from '../first-admin.ts'
import { hasAdmin } from '../queries.ts'
import { choosePassword } from './commands.ts'
import { forgottenRoutes } from './forgotten-routes.ts'
import { linkDigest } from './links.ts'
import { preparePassword } from './prepare.ts'
import { findLink, type Link } from './queries.ts'
import { requireStrong } from './rules.ts'

/** Lets people choose a password through a link: after an invitation, for a reset, or at the first start. */
export async function passwordLinkRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  await forgottenRoutes(app)

  serve('GET /auth/reset/validate', async (request) => {
    const { token } = request.query
    const { userId, name, username, email, createdBy, role } = await openLink(app.read, token)
    return {
      id: userId ?? 0,
      name: name ?? username ?? (userId === null ? (app.settings.adminName ?? FIRST_ADMIN) : ''),
      email: email ?? '',
      token,
      createdBy,
      role: role ?? { id: 0, name: '', type: 'root' },
    }
  })

  serve('POST /auth/reset/password', async (request, reply) => {
    const { token, password, account } = request.body
    // Prevents login CSRF: another site must not sign its visitors in to its own account.
    refuseForeign(request)
    const link = await openLink(app.read, token)
    const hash = await preparePassword(app.read, link.userId, { password })
    const admin = { ...account, username: account?.username || (app.settings.adminName ?? FIRST_ADMIN) }
    const input = { link: linkDigest(token).toString('hex'), hash, admin }
    const userId = await withFreshBudget(() =>
      app.write(holderOf(link, addressOf(request)), (tx) => run(tx, choosePassword, input)),
    )
    // The password is set: a change that took long must not use up the time for signing in.
    await withFreshBudget(() => enter(request, reply, userId))
    return reply.send()
  })

  /** Signs the person in after choosing a password, unless password sign-in is off. */
  async function enter(request: FastifyRequest, reply: FastifyReply, userId: number) {
    if (await isPasswordOff(app.read, app.settings)) return
    const former = request.cookies[sessionCookie(app.settings.insecureCookies)]
    const entrance = { userId, former, authType: 'password', ...placeOf(request) }
    giveSession(reply, app.settings, await openSession(app, entrance))
  }

  serve('POST /auth/reset/validate-password', async (request, reply) => {
    requireStrong(request.body.password)
    return reply.send()
  })
}

async function openLink(read: Reader, secret: string): Promise<Link> {
  const link = await findLink(read, linkDigest(secret))
  if (link?.isUsed) throw new AppError('usedLink')
  if (!link || link.isOver) throw new AppError('badLink')
  if (link.userId === null && (await hasAdmin(read))) throw new AppError('usedLink')
  return link
}

/** A caller that can set the password of the link's account, and nothing else. */
function holderOf({ userId, ...link }: Link, ip: string): Caller {
  if (userId === null) return { ...system, actor: { ...system.actor, ip } }
  return {
    actor: { type: 'user', id: userId, name: nameOf({ ...link, id: userId }), ip },
    viewer: { projects: new Set(), userId },
    may: () => false,
    mayAnywhere: () => false,
  }
}
