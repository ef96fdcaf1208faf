export { scimSettings } from './queries.ts'
