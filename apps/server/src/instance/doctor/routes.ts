import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { examine } from './examine.ts'

export async function doctorRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /api/admin/doctor', async () =>
    examine({ read: app.read, settings: app.settings, env: process.env }),
  )
}
