import type { Slice } from '../../platform/manifest.ts'
import { strategyRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [strategyRoutes] },
}
