import { Nothing } from '@flagstaff/contract/schema'
import { CreatePat, Pat, PatParams, Pats } from '@flagstaff/contract/tokens'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { accountOf, createPersonalToken, deletePersonalToken, PERSONAL_TOKENS_OFF } from './commands.ts'
import { listPersonalTokens } from './queries.ts'

const tags = ['Personal access tokens']

export async function personalTokenRoutes(app: App) {
  app.get(
    '/user/tokens',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getPats', tags, response: { 200: Pats } },
    },
    async (request) => {
      const userId = accountOf(request.signedIn())
      return { pats: await listPersonalTokens(app.read, [userId], app.settings.expiryNoticeDays) }
    },
  )

  app.post(
    '/user/tokens',
    {
      config: { command: createPersonalToken },
      schema: { operationId: 'createPat', tags, body: CreatePat, response: { 201: Pat } },
    },
    async (request, reply) => {
      if (app.settings.personalTokensOff) throw new AppError('denied', { reason: PERSONAL_TOKENS_OFF })
      const token = await request.dispatch(createPersonalToken, request.body)
      // The number, not the secret: addresses end up in logs.
      return reply.code(201).header('location', `tokens/${token.id}`).send(token)
    },
  )

  app.delete(
    '/user/tokens/:id',
    {
      config: { command: deletePersonalToken },
      schema: { operationId: 'deletePat', tags, params: PatParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deletePersonalToken, { id: request.params.id })
      return reply.send()
    },
  )
}
