import { projectsOperations } from '@flagstaff/contract/operations/projects'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { findOverview } from '../reads/queries.ts'
import { findStats, findStatus, listFlagCreators, listFlagsForHealth, searchFlagCreators } from './queries.ts'
import { reportOf, statusOf } from './shape.ts'

export async function projectStatusRoutes(app: App) {
  const serve = routesOf(app, projectsOperations)
  serve('GET /api/admin/projects/:projectId/status', async (request) => {
    const { projectId } = request.params
    const row = await findStatus(app.read, request.signedIn().viewer, projectId)
    if (!row) throw notFound('project', projectId)
    return statusOf(row)
  })

  serve('GET /api/admin/projects/:projectId/health-report', async (request) => {
    const { projectId } = request.params
    const overview = await findOverview(app.read, request.signedIn().viewer, projectId)
    if (!overview) throw notFound('project', projectId)
    const [flags, stats] = await Promise.all([
      listFlagsForHealth(app.read, projectId),
      findStats(app.read, projectId),
    ])
    return reportOf(overview, flags, stats)
  })

  serve('GET /api/admin/projects/:projectId/flag-creators', async (request) => {
    const { projectId } = request.params
    const creators = await listFlagCreators(app.read, request.signedIn().viewer, projectId)
    if (!creators) throw notFound('project', projectId)
    return creators
  })

  serve('GET /api/admin/flag-creators', async (request) =>
    searchFlagCreators(app.read, request.signedIn().viewer, request.query),
  )
}
