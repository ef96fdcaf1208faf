import type { Slice } from '../../platform/manifest.ts'
import { movingRoutes } from './routes.ts'

export const slice: Slice = { routes: { admin: [movingRoutes] } }
