import type { Slice } from '../../platform/manifest.ts'
import { countActivity } from './follower.ts'
import { eventRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [eventRoutes] },
  followers: [countActivity],
}
