export { holdParameters } from './queries.ts'
