import type { Job } from '../../platform/background/jobs.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { type PlanDue, PROGRESS_PLAN } from './job.ts'
import { progressDue, sweepPlans } from './progress.ts'

export const planJobs = (parts: Pick<Handles, 'read' | 'write'>): Job[] => [
  { name: PROGRESS_PLAN, run: (data) => progressDue(parts, data as PlanDue) },
  { name: 'release-plans', cron: '* * * * *', run: () => sweepPlans(parts) },
]
