import type { Slice } from '../../platform/manifest.ts'
import { removeOldPlans } from './queries.ts'
import { codeRoutes, schemaRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [codeRoutes], root: [schemaRoutes] },
  expire: removeOldPlans,
}
