export { debtOf, healthOf } from './reads/health.ts'
export { findOverview, listProjects } from './reads/queries.ts'
export { findStats } from './status/queries.ts'
