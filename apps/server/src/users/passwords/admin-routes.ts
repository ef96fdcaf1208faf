import { Nothing } from '@flagstaff/contract/schema'
import { Id, Password, ResetPassword, UserParams } from '@flagstaff/contract/users'
import { withFreshBudget } from '../../platform/deadline.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { createResetLink, setPassword } from './commands.ts'
import { addressOf } from './links.ts'
import { preparePassword } from './prepare.ts'
import { findAccountId } from './queries.ts'
import { requireStrong } from './rules.ts'

const tags = ['Users']

/** Passwords of others. */
export async function passwordRoutes(app: App) {
  app.post(
    '/user-admin/validate-password',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'validateUserPassword', tags, body: Password, response: { 200: Nothing } },
    },
    async (request, reply) => {
      requireStrong(request.body.password)
      return reply.send()
    },
  )

  app.post(
    '/user-admin/:id/change-password',
    {
      config: { command: setPassword },
      schema: {
        operationId: 'changeUserPassword',
        tags,
        params: UserParams,
        body: Password,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const hash = await preparePassword(app.read, id, request.body)
      await withFreshBudget(() => request.dispatch(setPassword, { id, hash }))
      return reply.send()
    },
  )

  app.post(
    '/user-admin/reset-password',
    {
      config: { command: createResetLink },
      schema: { operationId: 'resetUserPassword', tags, body: Id, response: { 200: ResetPassword } },
    },
    async (request) => {
      const id = await findAccountId(app.read, request.body.id)
      if (id === undefined) throw notFound('user', request.body.id)
      const link = await request.dispatch(createResetLink, { id })
      return { resetPasswordUrl: addressOf(app.settings, 'reset-password', link) }
    },
  )
}
