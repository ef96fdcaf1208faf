/** The job that applies a request at its time. The row of the request decides; the job only wakes it up. */
export const APPLY_SCHEDULED = 'apply-scheduled-change-request'

export type Due = { project: string; id: number; scheduleVersion: number }
