import type { Slice } from '../../platform/manifest.ts'
import { countActivity } from './follower.ts'
import { partUpkeep, removal } from './parts/jobs.ts'
import { eventPartRoutes } from './parts/routes.ts'
import { eventRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [eventRoutes, eventPartRoutes] },
  jobs: (handles) => [removal(handles), partUpkeep(handles)],
  followers: [countActivity],
}
