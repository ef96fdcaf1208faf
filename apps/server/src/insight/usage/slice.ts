import type { Slice } from '../../platform/manifest.ts'
import { impactAdminRoutes, impactRoutes } from './impact/routes.ts'
import { prepareUsage, usageUpkeep } from './jobs.ts'
import { usageRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [impactRoutes], admin: [usageRoutes, impactAdminRoutes] },
  jobs: ({ db }) => [usageUpkeep(db)],
  start: ({ db }) => prepareUsage(db),
}
