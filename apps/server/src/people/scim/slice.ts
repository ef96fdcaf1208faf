import type { Slice } from '../../platform/manifest.ts'
import { scimRoutes } from './routes.ts'
import { scimSettingRoutes } from './settings/routes.ts'

export const slice: Slice = {
  routes: { root: [scimRoutes], admin: [scimSettingRoutes] },
}
