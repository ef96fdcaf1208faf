import type { Slice } from '../../platform/manifest.ts'
import { customMetricRoutes, impactAdminRoutes, impactRoutes } from './impact/routes.ts'
import { prepareUsage, usageFolding, usageUpkeep } from './jobs.ts'
import { usageRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [impactRoutes], admin: [usageRoutes, impactAdminRoutes, customMetricRoutes] },
  jobs: ({ db }) => [usageUpkeep(db), usageFolding(db)],
  start: ({ db }) => prepareUsage(db),
}
