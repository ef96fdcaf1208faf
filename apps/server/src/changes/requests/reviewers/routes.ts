import { changeRequestsOperations } from '@flagstaff/contract/operations/change-requests'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listReviewAccounts, listReviewers } from './accounts.ts'
import { requirePlace } from './queries.ts'

export async function reviewerRoutes(app: App) {
  const serve = routesOf(app, changeRequestsOperations)
  serve(
    'GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment',
    async (request) => {
      const { projectId: project, environment } = request.params
      await requirePlace(app.read, request.signedIn().viewer, { project, environment })
      return { reviewers: await listReviewers(app.read, { project, environment }) }
    },
  )

  serve(
    'GET /api/admin/projects/:projectId/change-requests/config/:environment/accounts',
    async (request) => {
      const { projectId: project, environment } = request.params
      await requirePlace(app.read, request.signedIn().viewer, { project, environment })
      return listReviewAccounts(app.read, { project, environment })
    },
  )
}
