import { usersOperations } from '@flagstaff/contract/operations/users'
import { addressOf } from '@flagstaff/delivery'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { system } from '../../../platform/write/actor.ts'
import { accountKey, addressKey, spend } from '../../auth/index.ts'
import { LINK_MAIL, type LinkMail } from '../mails/jobs.ts'
import { findByEmail } from '../queries.ts'

/** Sends a password reset link by email. */
export async function forgottenRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  const { resetsPerMinute, mail } = app.settings

  serve('POST /auth/reset/password-email', async (request, reply) => {
    if (!mail) throw new AppError('noMail')
    const { email } = request.body
    await spend(reply, `reset ${addressKey(addressOf(request))}`, resetsPerMinute)
    await spend(reply, `reset ${accountKey(email)}`, resetsPerMinute)
    // The response and its timing must not reveal whether the account exists.
    const user = await findByEmail(app.read, email.trim())
    const job: LinkMail = { kind: 'reset', userId: user?.id ?? null }
    await app.write(system, async (tx) => tx.send(LINK_MAIL, job))
    return reply.send()
  })
}
