import type { Slice } from '../platform/manifest.ts'
import { apiDocsRoutes } from './api-docs.ts'
import { healthRoutes } from './health.ts'
import { prometheusRoutes } from './prometheus.ts'
import { sampleRoutes } from './sample/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { webRoutes } from './web.ts'

export const slice: Slice = {
  routes: {
    root: [healthRoutes, prometheusRoutes, apiDocsRoutes, webRoutes],
    admin: [sampleRoutes, settingRoutes],
  },
}
