/** The job that starts the next milestone. The row of the plan decides; the job only wakes it up. */
export const PROGRESS_PLAN = 'progress-release-plan'

export type PlanDue = { project: string; flag: string; environment: string; plan: string; milestone: string }
