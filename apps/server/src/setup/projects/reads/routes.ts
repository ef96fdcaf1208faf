import { projectsOperations } from '@flagstaff/contract/operations/projects'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { findOverview, searchProjects } from './queries.ts'

export async function projectReadRoutes(app: App) {
  const serve = routesOf(app, projectsOperations)
  serve('GET /api/admin/projects', async (request) => ({
    version: 1,
    ...(await searchProjects(app.read, request.signedIn().viewer, request.query)),
  }))

  serve('GET /api/admin/projects/:projectId/overview', async (request) => {
    const overview = await findOverview(app.read, request.signedIn().viewer, request.params.projectId)
    if (!overview) throw notFound('project', request.params.projectId)
    return overview
  })
}
