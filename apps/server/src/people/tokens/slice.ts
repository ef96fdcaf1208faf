import type { Slice } from '../../platform/manifest.ts'
import { seedTokens } from './api-tokens/seed.ts'
import { tokenRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [tokenRoutes] },
  start: seedTokens,
}
