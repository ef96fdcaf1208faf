import type { Slice } from '../platform/manifest.ts'
import { apiDocsRoutes } from './api-docs.ts'
import { bannerRoutes } from './banners/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { healthRoutes } from './health.ts'
import { heapSnapshotRoutes } from './heap-snapshot.ts'
import { prometheusRoutes } from './prometheus.ts'
import { sampleRoutes } from './sample/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { removeOldFeedback } from './stubs/queries.ts'
import { feedbackRoutes, stubRoutes } from './stubs/routes.ts'
import { webRoutes } from './web.ts'

export const slice: Slice = {
  routes: {
    root: [healthRoutes, prometheusRoutes, heapSnapshotRoutes, apiDocsRoutes, feedbackRoutes, webRoutes],
    admin: [bannerRoutes, doctorRoutes, sampleRoutes, settingRoutes, statisticsRoutes, stubRoutes],
  },
  expire: removeOldFeedback,
}
