import type { Slice } from '../../platform/manifest.ts'
import { transferRoutes } from './routes.ts'
import { importAtStart } from './start.ts'

export const slice: Slice = {
  routes: { admin: [transferRoutes] },
  start: importAtStart,
}
