import type { Slice } from '../../platform/manifest.ts'
import { radiusRoutes } from './routes.ts'

export const slice: Slice = { routes: { admin: [radiusRoutes] } }
