export { countAdminRequests } from './control.ts'
export { addEdgeTraffic } from './edge-counts.ts'
export { openTraffic } from './writer.ts'
