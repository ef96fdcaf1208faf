import type { Slice } from '../../platform/manifest.ts'
import { prepareTraffic, trafficUpkeep } from './jobs.ts'
import { trafficRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [trafficRoutes] },
  jobs: ({ db }) => [trafficUpkeep(db)],
  start: ({ db }) => prepareTraffic(db),
}
