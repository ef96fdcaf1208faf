import { usersOperations } from '@flagstaff/contract/operations/users'
import { addressOf } from '@flagstaff/delivery'
import { withFreshBudget } from '../../../platform/database/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { system } from '../../../platform/write/actor.ts'
import { run } from '../../../platform/write/commands.ts'
import { addressKey, spend } from '../../auth/index.ts'
import { preparePassword } from '../passwords/prepare.ts'
import { signUp } from './commands.ts'
import { findOpenInvitation } from './queries.ts'

/** For people with an invite link who have no account yet. */
export async function signUpRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  const open = async (secret: string) => {
    const link = await findOpenInvitation(app.read, secret)
    if (!link) throw new AppError('badInvitation')
    return link
  }

  serve('GET /invite/:token/validate', async (request, reply) => {
    await open(request.params.token)
    return reply.send()
  })

  serve('POST /invite/:token/signup', async (request, reply) => {
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
  })
}
