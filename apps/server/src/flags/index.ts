export { flagAging } from './aging/jobs.ts'
