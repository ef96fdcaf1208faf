import type { Slice } from '../../platform/manifest.ts'
import { accessHour } from './jobs.ts'
import { accessReportRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [accessReportRoutes] },
  jobs: ({ db }) => [accessHour(db)],
}
