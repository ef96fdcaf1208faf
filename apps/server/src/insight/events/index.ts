export { listEvents, searchEvents, visible } from './queries.ts'
export { type Sight, sightOf } from './sight.ts'
