import { Nothing } from '@flagstaff/contract/schema'
import { ScimSettings, ScimStatus, ScimToken, SetScimSettings } from '@flagstaff/contract/scim'
import type { App } from '../../platform/http/server.ts'
import { baseUrlOf } from '../address.ts'
import { replaceScimToken, switchScim } from './commands.ts'
import { findDoor, findStatus } from './queries.ts'

const tags = ['Auth']
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const

export async function scimSettingRoutes(app: App) {
  app.get(
    '/scim-settings',
    {
      config: { permission },
      schema: { operationId: 'getScimSettings', tags, response: { 200: ScimSettings } },
    },
    async () => {
      const { enabled, digest } = await findDoor(app.read)
      return { enabled, hasToken: digest !== null }
    },
  )

  app.post(
    '/scim-settings',
    {
      config: { command: switchScim },
      schema: { operationId: 'setScimSettings', tags, body: SetScimSettings, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(switchScim, { enabled: request.body.enabled })
      return reply.send()
    },
  )

  app.post(
    '/scim-settings/generate-new-token',
    {
      config: { command: replaceScimToken },
      schema: { operationId: 'generateNewToken', tags, response: { 200: ScimToken } },
    },
    (request) => request.dispatch(replaceScimToken, {}),
  )

  app.get(
    '/scim-settings/status',
    {
      config: { permission },
      schema: { operationId: 'getScimStatus', tags: ['Flagstaff'], response: { 200: ScimStatus } },
    },
    async () => ({ baseUrl: baseUrlOf(app.settings), ...(await findStatus(app.read)) }),
  )
}
