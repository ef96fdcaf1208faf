export { proposeOrders } from './changes/commands.ts'
export { previewChanges, type Rehearsed, rehearseRequest } from './preview/commands.ts'
export { findProjectOf, findRequest } from './queries.ts'
export { submitRequest } from './review/commands.ts'
