import type { Slice } from '../../platform/manifest.ts'
import { playgroundRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [playgroundRoutes] },
}
