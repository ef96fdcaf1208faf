export { proposeOrders } from './changes/commands.ts'
export { deputyIn } from './changes/propose.ts'
export { type Submitted, submitOrders } from './changes/submit.ts'
export { previewChanges, type Rehearsed, rehearseRequest } from './preview/commands.ts'
export {
  findProjectOf,
  findRequest,
  listNeeded,
  listRequestStates,
  lockOpenRequest,
  lockSeparateRequests,
} from './queries.ts'
export { searchRequests } from './reads/search-queries.ts'
export { submitRequest } from './review/commands.ts'
