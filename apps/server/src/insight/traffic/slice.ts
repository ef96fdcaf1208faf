import type { Slice } from '../../platform/manifest.ts'
import { forgetOldReports, prepareTraffic, trafficUpkeep } from './jobs.ts'
import { trafficRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [trafficRoutes] },
  jobs: ({ db }) => [trafficUpkeep(db)],
  expire: forgetOldReports,
  start: ({ db }) => prepareTraffic(db),
}
