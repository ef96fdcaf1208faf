export { findFreezeAt } from './queries.ts'
