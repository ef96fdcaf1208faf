export {
  endAccount,
  endUnconfirmedAccess,
  lockExisting,
  provisionUser,
  renameUser,
  restoreAccount,
} from './accounts.ts'
export { identityUpdated } from './events.ts'
export { firstAdmin } from './first-admin.ts'
export { findByEmail, hasAdmin } from './queries.ts'
export { requestAccess } from './requests/commands.ts'
export { listAccessRequests } from './requests/queries.ts'
export { isScimOn, replaceScimId } from './scim/queries.ts'
