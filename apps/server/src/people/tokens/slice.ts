import type { Slice } from '../../platform/manifest.ts'
import { seedTokens } from './api-tokens/seed.ts'
import { tokenMails } from './expiry/jobs.ts'
import { tokenRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [tokenRoutes] },
  jobs: tokenMails,
  start: seedTokens,
}
