import { forbidden, noPermission } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { hasAccount, type StoredRequest } from '../queries.ts'
import { nameSeen } from '../rules.ts'
import { isAuthor } from '../target.ts'
import { adminsApproveOwn, isInstigator } from './queries.ts'

export const isAdmin = ({ caller }: Tx) => caller.may('ADMIN', {})

/** The caller can review in at least one affected place; where else the approval counts is decided when it is counted. */
export function requireReviewer(tx: Tx, { affects }: StoredRequest) {
  if (!hasAccount(tx.actor))
    throw forbidden('An admin token has no account. Sign in, or use a personal token.')
  if (affects.some((place) => tx.caller.may('APPROVE_CHANGE_REQUEST', place))) return
  throw noPermission(['APPROVE_CHANGE_REQUEST'], ` in ${nameSeen(tx.caller.viewer, affects)}`)
}

/** Whether the caller reviews the work of someone else, or may review its own. */
export async function isIndependent(tx: Tx, request: StoredRequest): Promise<boolean> {
  const isOwn = isAuthor(tx, request) || (await isInstigator(tx, request))
  return !isOwn || (isAdmin(tx) && (await adminsApproveOwn(tx, request)))
}

/** The end of a temporary change was approved with it: keeping the change for longer is decided in all its places. */
export async function requireProlonger(tx: Tx, request: StoredRequest) {
  const { affects } = request
  const reviews = affects.every((place) => tx.caller.may('APPROVE_CHANGE_REQUEST', place))
  if (hasAccount(tx.actor) && reviews && (await isIndependent(tx, request))) return
  throw forbidden(
    'The end of this temporary change was approved with it. Ask a reviewer to move it to a later time or to reject it. You can apply it now, or choose an earlier time.',
  )
}

/** Reverts a change that needed a review when it was made for a limited time. */
export const isReviewedReturn = ({ returns, affects }: StoredRequest): boolean =>
  returns !== null && affects.length > 0
