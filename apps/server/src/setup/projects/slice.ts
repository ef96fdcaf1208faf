import type { Slice } from '../../platform/manifest.ts'
import { projectRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [projectRoutes] },
}
