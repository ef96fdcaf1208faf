import { peopleOperations } from '@flagstaff/contract/operations/people'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { isProject } from '../members/queries.ts'
import { listPeople } from './queries.ts'

export async function peopleRoutes(app: App) {
  const serve = routesOf(app, peopleOperations)
  serve('GET /api/admin/projects/:projectId/people', async (request) => {
    const { projectId } = request.params
    if (!(await isProject(app.read, request.signedIn().viewer, projectId)))
      throw notFound('project', projectId)
    return listPeople(app.read, projectId, request.query.q ?? '')
  })
}
