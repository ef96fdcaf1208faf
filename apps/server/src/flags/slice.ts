import type { Slice } from '../platform/manifest.ts'
import { flagAging } from './aging/jobs.ts'
import { completeStoredRules, ruleCompletion } from './completion/jobs.ts'
import { expireGuards } from './guards/queries.ts'
import { planJobs } from './plans/jobs.ts'
import { flagRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [flagRoutes] },
  jobs: (parts) => [...flagAging(parts), ...planJobs(parts), ...ruleCompletion(parts)],
  start: completeStoredRules,
  expire: expireGuards,
}
