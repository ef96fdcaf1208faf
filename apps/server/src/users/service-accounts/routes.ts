import { Nothing } from '@flagstaff/contract/schema'
import {
  CreateServiceAccount,
  ServiceAccount,
  ServiceAccountParams,
  ServiceAccounts,
  UpdateServiceAccount,
} from '@flagstaff/contract/service-accounts'
import type { App } from '../../platform/http/server.ts'
import { listPersonalTokens } from '../../tokens/index.ts'
import { listRootRoles } from '../queries.ts'
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from './commands.ts'
import { listServiceAccounts } from './queries.ts'
import { serviceTokenRoutes } from './token-routes.ts'

const tags = ['Service Accounts']

export async function serviceAccountRoutes(app: App) {
  await serviceTokenRoutes(app)

  app.get(
    '/service-account',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getServiceAccounts', tags, response: { 200: ServiceAccounts } },
    },
    async () => {
      const accounts = await listServiceAccounts(app.read)
      const ids = accounts.map(({ id }) => id)
      const tokens = await listPersonalTokens(app.read, ids, app.settings.expiryNoticeDays)
      const byAccount = Map.groupBy(tokens, ({ userId }) => userId)
      return {
        serviceAccounts: accounts.map((account) => ({ ...account, tokens: byAccount.get(account.id) ?? [] })),
        rootRoles: await listRootRoles(app.read),
      }
    },
  )

  app.post(
    '/service-account',
    {
      config: { command: createServiceAccount },
      schema: {
        operationId: 'createServiceAccount',
        tags,
        body: CreateServiceAccount,
        response: { 201: ServiceAccount },
      },
    },
    async (request, reply) => {
      const { name, username, rootRole } = request.body
      const account = await request.dispatch(createServiceAccount, { name, username, rootRole })
      return reply.code(201).header('location', String(account.id)).send(account)
    },
  )

  app.put(
    '/service-account/:id',
    {
      config: { command: updateServiceAccount },
      schema: {
        operationId: 'updateServiceAccount',
        tags,
        params: ServiceAccountParams,
        body: UpdateServiceAccount,
        response: { 200: ServiceAccount },
      },
    },
    async (request) => request.dispatch(updateServiceAccount, { ...request.body, id: request.params.id }),
  )

  app.delete(
    '/service-account/:id',
    {
      config: { command: deleteServiceAccount },
      schema: {
        operationId: 'deleteServiceAccount',
        tags,
        params: ServiceAccountParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(deleteServiceAccount, { id: request.params.id })
      return reply.send()
    },
  )
}
