import type { Slice } from '../../platform/manifest.ts'
import { contextRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [contextRoutes] },
}
