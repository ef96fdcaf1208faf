import { Nothing } from '@flagstaff/contract/schema'
import { ServiceAccountParams, ServiceAccountTokenParams } from '@flagstaff/contract/service-accounts'
import { CreatePat, Pat, Pats } from '@flagstaff/contract/tokens'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { listPersonalTokens } from '../../tokens/index.ts'
import { isServiceAccount } from './queries.ts'
import { createServiceToken, deleteServiceToken } from './token-commands.ts'

const tags = ['Service Accounts']

export async function serviceTokenRoutes(app: App) {
  app.get(
    '/service-account/:id/token',
    {
      config: { permission: 'ADMIN' },
      schema: {
        operationId: 'getServiceAccountTokens',
        tags,
        params: ServiceAccountParams,
        response: { 200: Pats },
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await isServiceAccount(app.read, id))) throw notFound('service account', id)
      return { pats: await listPersonalTokens(app.read, [id], app.settings.expiryNoticeDays) }
    },
  )

  app.post(
    '/service-account/:id/token',
    {
      config: { command: createServiceToken },
      schema: {
        operationId: 'createServiceAccountToken',
        tags,
        params: ServiceAccountParams,
        body: CreatePat,
        response: { 201: Pat },
      },
    },
    async (request, reply) => {
      const token = await request.dispatch(createServiceToken, { ...request.body, id: request.params.id })
      return reply.code(201).header('location', `token/${token.id}`).send(token)
    },
  )

  app.delete(
    '/service-account/:id/token/:tokenId',
    {
      config: { command: deleteServiceToken },
      schema: {
        operationId: 'deleteServiceAccountToken',
        tags,
        params: ServiceAccountTokenParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(deleteServiceToken, request.params)
      return reply.send()
    },
  )
}
