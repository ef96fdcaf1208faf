import type { Slice } from '../../platform/manifest.ts'
import { insightsDay } from './fill.ts'
import { countInsights } from './follower.ts'
import { insightRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [insightRoutes] },
  jobs: ({ db }) => [insightsDay(db)],
  rangeFollowers: [countInsights],
}
