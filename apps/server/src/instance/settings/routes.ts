import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { trafficOperations } from '@flagstaff/contract/operations/traffic'
import { countUnread } from '../../insight/notifications/index.ts'
import { isPasswordOff } from '../../people/auth/index.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { version } from '../../version.ts'
import { listBanners } from '../banners/queries.ts'
import { disconnectStreams, setOrigins, toggleMaintenance } from './commands.ts'
import { findSetting } from './queries.ts'

export async function settingRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  const { settings } = app

  serve('GET /api/admin/ui-config', async (request) => {
    const [frontend, maintenance, banners, unreadNotifications] = await Promise.all([
      findSetting(app.read, 'frontend'),
      findSetting(app.read, 'maintenance'),
      listBanners(app.read, 'enabled'),
      countUnread(app.read, request.signedIn()),
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
      emailEnabled: app.settings.mail !== undefined,
      maintenanceMode: maintenance?.enabled ?? false,
      banners,
      unreadNotifications,
      frontendApiOrigins: origins.length > 0 ? origins : ['*'],
      resourceLimits: settings.limits,
      flags: {
        disableCustomStrategyCreation: !settings.strategies.create,
        disableCustomStrategyEditing: !settings.strategies.edit,
      },
    }
  })

  serve('POST /api/admin/ui-config/cors', { command: setOrigins }, async (request, reply) => {
    await request.dispatch(setOrigins, request.body)
    return reply.code(204).send()
  })

  routesOf(app, trafficOperations)(
    'POST /api/admin/streaming/disconnect-all',
    { command: disconnectStreams },
    async (request, reply) => {
      await request.dispatch(disconnectStreams, {})
      return reply.send()
    },
  )

  serve(
    'GET /api/admin/maintenance',
    async () => (await findSetting(app.read, 'maintenance')) ?? { enabled: false },
  )

  serve('POST /api/admin/maintenance', { command: toggleMaintenance }, async (request, reply) => {
    await request.dispatch(toggleMaintenance, { enabled: request.body.enabled })
    return reply.code(204).send()
  })
}
