export { debtOf } from './reads/health.ts'
export { findOverview } from './reads/queries.ts'
export { findStats } from './status/queries.ts'
