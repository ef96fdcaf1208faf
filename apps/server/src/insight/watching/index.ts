export { insertWatcher } from './queries.ts'
