import type { Slice } from '../../platform/manifest.ts'
import { completeStoredSegments, segmentCompletion } from './completion.ts'
import { segmentRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [segmentRoutes] },
  jobs: segmentCompletion,
  start: completeStoredSegments,
}
