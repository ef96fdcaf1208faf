import type { Slice } from '../../platform/manifest.ts'
import { homeRoutes } from './routes.ts'

export const slice: Slice = { routes: { admin: [homeRoutes] } }
