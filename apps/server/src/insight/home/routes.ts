import { homeOperations } from '@flagstaff/contract/operations/home'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { findOverview } from '../../setup/projects/index.ts'
import { readDashboard, readDashboardProject } from './dashboard.ts'
import { findConnected } from './onboarding-queries.ts'
import { homeReader } from './reads.ts'

export async function homeRoutes(app: App) {
  const serve = routesOf(app, homeOperations)
  const readHome = homeReader()
  serve('GET /api/admin/home', (request) => readHome(app.read, request.signedIn(), request.query))

  serve('GET /api/admin/projects/:projectId/onboarding', async (request) => {
    const { projectId } = request.params
    const { environment } = request.query
    const overview = await findOverview(app.read, request.signedIn().viewer, projectId)
    if (!overview) throw notFound('project', projectId)
    if (!overview.environments?.some((one) => one.environment === environment))
      throw notFound('environment', environment)
    const { status } = overview.onboardingStatus
    return { status, seen: await findConnected(app.read, projectId, environment) }
  })

  serve('GET /api/admin/personal-dashboard', (request) => readDashboard(app.read, request.signedIn()))

  serve('GET /api/admin/personal-dashboard/:projectId', (request) =>
    readDashboardProject(app.read, request.signedIn(), request.params.projectId),
  )
}
