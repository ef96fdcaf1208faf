import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import { applyDue, sweepSchedules } from './due.ts'
import { APPLY_SCHEDULED, type Due } from './job.ts'

export const scheduleJobs = (parts: Pick<Handles, 'read' | 'write'>): Job[] => [
  { name: APPLY_SCHEDULED, run: (data) => applyDue(parts, data as Due) },
  { name: 'change-request-schedules', cron: '* * * * *', run: () => sweepSchedules(parts) },
]
