import { Email } from '@flagstaff/contract/auth'
import { Nothing } from '@flagstaff/contract/schema'
import { addressOf } from '@flagstaff/delivery'
import { accountKey, addressKey, spend } from '../../auth/index.ts'
import { system } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { LINK_MAIL, type LinkMail } from '../mails/jobs.ts'
import { findByEmail } from '../queries.ts'

/** Whoever forgot their password gets a link by mail. */
export async function forgottenRoutes(app: App) {
  const { resetsPerMinute, mail } = app.settings

  app.post(
    '/auth/reset/password-email',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'sendResetPasswordEmail',
        tags: ['Auth'],
        body: Email,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      if (!mail) throw new AppError('noMail')
      const { email } = request.body
      await spend(reply, `reset ${addressKey(addressOf(request))}`, resetsPerMinute)
      await spend(reply, `reset ${accountKey(email)}`, resetsPerMinute)
      // Neither the answer nor the time it takes tells whether there is such an account.
      const user = await findByEmail(app.read, email.trim())
      const job: LinkMail = { kind: 'reset', userId: user?.id ?? null }
      await app.write(system, async (tx) => tx.send(LINK_MAIL, job))
      return reply.send()
    },
  )
}
