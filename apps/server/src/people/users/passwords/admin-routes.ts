import { usersOperations } from '@flagstaff/contract/operations/users'
import { withFreshBudget } from '../../../platform/database/deadline.ts'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { createResetLink, setPassword } from './commands.ts'
import { addressOf } from './links.ts'
import { preparePassword } from './prepare.ts'
import { findAccountId } from './queries.ts'
import { requireStrong } from './rules.ts'

/** Lets administrators manage the passwords of other accounts. */
export async function passwordRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('POST /api/admin/user-admin/validate-password', async (request, reply) => {
    requireStrong(request.body.password)
    return reply.send()
  })

  serve(
    'POST /api/admin/user-admin/:id/change-password',
    { command: setPassword },
    async (request, reply) => {
      const { id } = request.params
      const hash = await preparePassword(app.read, id, request.body)
      await withFreshBudget(() => request.dispatch(setPassword, { id, hash }))
      return reply.send()
    },
  )

  serve('POST /api/admin/user-admin/reset-password', { command: createResetLink }, async (request) => {
    const id = await findAccountId(app.read, request.body.id)
    if (id === undefined) throw notFound('user', request.body.id)
    const link = await request.dispatch(createResetLink, { id })
    return { resetPasswordUrl: addressOf(app.settings, 'reset-password', link) }
  })
}
