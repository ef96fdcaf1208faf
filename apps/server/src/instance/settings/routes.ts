import { Maintenance, SetCors, ToggleMaintenance, UiConfig } from '@flagstaff/contract/instance'
import { Nothing } from '@flagstaff/contract/schema'
import { isPasswordOff } from '../../auth/index.ts'
import type { App } from '../../platform/http/server.ts'
import { version } from '../../version.ts'
import { setOrigins, toggleMaintenance } from './commands.ts'
import { findSetting } from './queries.ts'

export async function settingRoutes(app: App) {
  const { settings } = app

  app.get(
    '/ui-config',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getUiConfig', tags: ['Admin UI'], response: { 200: UiConfig } },
    },
    async () => {
      const [frontend, maintenance] = await Promise.all([
        findSetting(app.read, 'frontend'),
        findSetting(app.read, 'maintenance'),
      ])
      const origins = frontend?.origins ?? settings.frontendOrigins
      return {
        name: 'Flagstaff',
        version,
        versionInfo: { current: { oss: version }, latest: {}, isLatest: true },
        unleashUrl: settings.url,
        ...(settings.edgeUrl === undefined ? {} : { edgeUrl: settings.edgeUrl }),
        baseUriPath: settings.basePath,
        authenticationType: 'open-source' as const,
        disablePasswordAuth: await isPasswordOff(app.read, settings),
        emailEnabled: false,
        maintenanceMode: maintenance?.enabled ?? false,
        frontendApiOrigins: origins.length > 0 ? origins : ['*'],
        resourceLimits: settings.limits,
        flags: {
          disableCustomStrategyCreation: !settings.strategies.create,
          disableCustomStrategyEditing: !settings.strategies.edit,
        },
      }
    },
  )

  app.post(
    '/ui-config/cors',
    {
      config: { command: setOrigins },
      schema: { operationId: 'setCors', tags: ['Admin UI'], body: SetCors, response: { 204: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(setOrigins, request.body)
      return reply.code(204).send()
    },
  )

  app.get(
    '/maintenance',
    {
      config: { permission: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'] },
      schema: { operationId: 'getMaintenance', tags: ['Maintenance'], response: { 200: Maintenance } },
    },
    async () => (await findSetting(app.read, 'maintenance')) ?? { enabled: false },
  )

  app.post(
    '/maintenance',
    {
      config: { command: toggleMaintenance },
      schema: {
        operationId: 'toggleMaintenance',
        tags: ['Maintenance'],
        body: ToggleMaintenance,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(toggleMaintenance, { enabled: request.body.enabled })
      return reply.code(204).send()
    },
  )
}
