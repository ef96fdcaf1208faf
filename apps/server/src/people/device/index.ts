export { removeGrantsOf } from './queries.ts'
