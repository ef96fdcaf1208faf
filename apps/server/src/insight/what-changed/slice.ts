import type { Slice } from '../../platform/manifest.ts'
import { whatChangedRoutes } from './routes.ts'

export const slice: Slice = { routes: { admin: [whatChangedRoutes] } }
