import type { Slice } from '../../platform/manifest.ts'
import { mcpAdminRoutes, mcpRoutes } from './routes.ts'

export const slice: Slice = { routes: { root: [mcpRoutes], admin: [mcpAdminRoutes] } }
