export { applicationUpkeep } from './jobs.ts'
export { openRegistrations, type RegistrationWriter } from './registrations.ts'
