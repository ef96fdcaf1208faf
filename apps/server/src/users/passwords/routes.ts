import { ChangePassword, LinkQuery, TokenUser, ValidatePassword } from '@flagstaff/contract/auth'
import { Nothing } from '@flagstaff/contract/schema'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  giveSession,
  isPasswordOff,
  nameOf,
  openSession,
  placeOf,
  refuseForeign,
  sessionCookie,
} from '../../auth/index.ts'
import { type Caller, system } from '../../platform/actor.ts'
import { run } from '../../platform/commands.ts'
import type { Reader } from '../../platform/database.ts'
import { withFreshBudget } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { FIRST_ADMIN } from '../first-admin.ts'
import { hasAdmin } from '../queries.ts'
import { choosePassword } from './commands.ts'
import { forgottenRoutes } from './forgotten-routes.ts'
import { linkDigest } from './links.ts'
import { preparePassword } from './prepare.ts'
import { findLink, type Link } from './queries.ts'
import { requireStrong } from './rules.ts'

const tags = ['Auth']
const config = { permission: 'public' } as const

/** Choosing a password by a link, after an invitation, a reset, or on the first start. */
export async function passwordLinkRoutes(app: App) {
  await forgottenRoutes(app)

  app.get(
    '/auth/reset/validate',
    {
      config,
      schema: {
        operationId: 'validateToken',
        tags,
        querystring: LinkQuery,
        response: { 200: TokenUser },
      },
    },
    async (request) => {
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
    },
  )

  app.post(
    '/auth/reset/password',
    {
      config,
      schema: { operationId: 'changePassword', tags, body: ChangePassword, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { token, password, account } = request.body
      // Another site must not sign its visitors in to an account of its own.
      refuseForeign(request)
      const link = await openLink(app.read, token)
      const hash = await preparePassword(app.read, link.userId, { password })
      const admin = { ...account, username: account?.username || (app.settings.adminName ?? FIRST_ADMIN) }
      const input = { link: linkDigest(token).toString('hex'), hash, admin }
      const userId = await withFreshBudget(() =>
        app.write(holderOf(link, addressOf(request)), (tx) => run(tx, choosePassword, input)),
      )
      await enter(request, reply, userId)
      return reply.send()
    },
  )

  /** Who has just chosen a password need not type it again, unless passwords are turned off. */
  async function enter(request: FastifyRequest, reply: FastifyReply, userId: number) {
    if (await isPasswordOff(app.read, app.settings)) return
    const former = request.cookies[sessionCookie(app.settings.insecureCookies)]
    const entrance = { userId, former, authType: 'password', ...placeOf(request) }
    giveSession(reply, app.settings, await withFreshBudget(() => openSession(app, entrance)))
  }

  app.post(
    '/auth/reset/validate-password',
    {
      config,
      schema: { operationId: 'validatePassword', tags, body: ValidatePassword, response: { 200: Nothing } },
    },
    async (request, reply) => {
      requireStrong(request.body.password)
      return reply.send()
    },
  )
}

async function openLink(read: Reader, secret: string): Promise<Link> {
  const link = await findLink(read, linkDigest(secret))
  if (link?.isUsed) throw new AppError('usedLink')
  if (!link || link.isOver) throw new AppError('badLink')
  if (link.userId === null && (await hasAdmin(read))) throw new AppError('usedLink')
  return link
}

/** Whoever holds the link acts as the owner of the account, but may do nothing else. */
function holderOf({ userId, ...link }: Link, ip: string): Caller {
  if (userId === null) return { ...system, actor: { ...system.actor, ip } }
  return {
    actor: { type: 'user', id: userId, name: nameOf({ ...link, id: userId }), ip },
    viewer: { projects: new Set(), userId },
    may: () => false,
    mayAnywhere: () => false,
  }
}
