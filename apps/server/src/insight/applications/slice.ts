import type { Slice } from '../../platform/manifest.ts'
import { applicationUpkeep } from './jobs.ts'
import { applicationRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [applicationRoutes] },
  jobs: ({ db, write }) => [applicationUpkeep(db, write)],
}
