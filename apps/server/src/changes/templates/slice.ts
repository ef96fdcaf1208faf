import type { Slice } from '../../platform/manifest.ts'
import { projectTemplateRoutes } from './project-routes.ts'
import { templateRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [templateRoutes, projectTemplateRoutes] },
}
