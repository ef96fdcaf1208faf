export { applicationUpkeep } from './jobs.ts'
export { openRegistrations } from './registrations.ts'
