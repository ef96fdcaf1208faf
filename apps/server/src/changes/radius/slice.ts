import type { Slice } from '../../platform/manifest.ts'
import { requestPlaygroundRoutes } from './playground-routes.ts'
import { radiusRoutes } from './routes.ts'

export const slice: Slice = { routes: { admin: [radiusRoutes, requestPlaygroundRoutes] } }
