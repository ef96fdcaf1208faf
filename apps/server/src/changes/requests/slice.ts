import type { Slice } from '../../platform/manifest.ts'
import { proposeOrders } from './changes/commands.ts'
import { removeLostProtections } from './protections/queries.ts'
import { protectionRoutes } from './protections/routes.ts'
import { readRequest } from './reads/queries.ts'
import { reviewerRoutes } from './reviewers/routes.ts'
import { requestRoutes } from './routes.ts'
import { scheduleJobs } from './schedule/jobs.ts'

export const slice: Slice = {
  routes: { admin: [protectionRoutes, reviewerRoutes, requestRoutes] },
  proposals: {
    add: proposeOrders,
    read: readRequest,
    pathOf: ({ project, id }) => `/api/admin/projects/${encodeURIComponent(project)}/change-requests/${id}`,
  },
  jobs: scheduleJobs,
  expire: removeLostProtections,
}
