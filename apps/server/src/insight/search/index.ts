export { listFlags } from './queries.ts'
