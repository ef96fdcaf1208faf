import { User } from '@flagstaff/contract/accounts'
import { CreateInvitedUser, InvitationParams } from '@flagstaff/contract/invitations'
import { Nothing } from '@flagstaff/contract/schema'
import { addressOf } from '@flagstaff/delivery'
import { addressKey, spend } from '../../auth/index.ts'
import { system } from '../../platform/actor.ts'
import { run } from '../../platform/commands.ts'
import { withFreshBudget } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { preparePassword } from '../passwords/prepare.ts'
import { signUp } from './commands.ts'
import { findOpenInvitation } from './queries.ts'

const tags = ['Public signup tokens']
const config = { permission: 'public' } as const

/** For whoever was given an invite link, and has no account yet. */
export async function signUpRoutes(app: App) {
  const open = async (secret: string) => {
    const link = await findOpenInvitation(app.read, secret)
    if (!link) throw new AppError('badInvitation')
    return link
  }

  app.get(
    '/invite/:token/validate',
    {
      config,
      schema: {
        operationId: 'validatePublicSignupToken',
        tags,
        params: InvitationParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await open(request.params.token)
      return reply.send()
    },
  )

  app.post(
    '/invite/:token/signup',
    {
      config,
      schema: {
        operationId: 'addPublicSignupTokenUser',
        tags,
        params: InvitationParams,
        body: CreateInvitedUser,
        response: { 201: User },
      },
    },
    async (request, reply) => {
      const ip = addressOf(request)
      await spend(reply, `sign-up ${addressKey(ip)}`, app.settings.usersPerMinute)
      const { id } = await open(request.params.token)
      const { password, ...identity } = request.body
      const hash = await preparePassword(app.read, null, { password })
      const stranger = {
        ...system,
        actor: { ...system.actor, ip },
        may: () => false,
        mayAnywhere: () => false,
      }
      const user = await withFreshBudget(() =>
        app.write(stranger, (tx) => run(tx, signUp, { ...identity, hash, link: id })),
      )
      return reply.code(201).send(user)
    },
  )
}
