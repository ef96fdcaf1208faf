import { AppError, noPermission } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { StoredChange, StoredRequest } from '../queries.ts'
import { countApprovals } from '../review/queries.ts'
import { type Counted, includes, isApproved, isWithin, nameSeen } from '../rules.ts'
import { isAuthor } from '../target.ts'
import { listSegmentUses, readAuthor } from './queries.ts'

/** Anyone who can apply requests in every affected place, and the author of an approved request. */
export function requireApplier(tx: Tx, request: StoredRequest) {
  if (isAuthor(tx, request)) return
  if (request.affects.length > 0) {
    if (request.affects.every((place) => tx.caller.may('APPLY_CHANGE_REQUEST', place))) return
  } else if (tx.caller.may('APPLY_CHANGE_REQUEST', request)) return
  throw noPermission(['APPLY_CHANGE_REQUEST'], ` in ${request.project} · ${request.environment}`)
}

/** Counted again: an account that can no longer approve in a place does not count there. */
export async function requireApprovals(tx: Tx, request: StoredRequest): Promise<Counted[]> {
  const counted = await countApprovals(tx.read, request)
  if (isApproved(counted)) return counted
  const lapsed = counted.filter(({ given, needed }) => given < needed)
  throw new AppError('approvalsLapsed', { where: nameSeen(tx.caller.viewer, lapsed) })
}

/**
 * The applier, with every permission in the places that were reviewed. Elsewhere the permissions of the author or the
 * applier count, as they are now.
 */
export async function applierFor({ caller, read }: Tx, request: StoredRequest): Promise<Caller> {
  const author = await readAuthor(read, request)
  const seen = [caller.viewer.projects, author?.projects ?? []]
  const projects = [request.project, ...request.affects.map(({ project }) => project)]
  return {
    ...caller,
    viewer: {
      ...caller.viewer,
      projects: seen.includes('all') ? 'all' : new Set([...seen.flatMap((some) => [...some]), ...projects]),
    },
    may: (permission, scope) =>
      isWithin(request.affects, scope) ||
      caller.may(permission, scope) ||
      (author?.grants.holds(permission, scope) ?? false),
  }
}

const SEGMENT_PERMISSIONS = new Set(['UPDATE_SEGMENT', 'DELETE_SEGMENT'])

/**
 * The same caller, who can also change the segments of all projects that the request changes, if everything that uses
 * them was reviewed. The segments are locked, so that no other place starts to use them.
 */
export async function withSegmentRights(
  { read }: Tx,
  caller: Caller,
  { affects }: StoredRequest,
  changes: readonly StoredChange[],
): Promise<Caller> {
  const ids = changes.flatMap(({ segment }) => segment ?? [])
  if (ids.length === 0 || affects.length === 0) return caller
  const uses = await listSegmentUses(read, ids)
  if (!uses.every((place) => includes(affects, place))) return caller
  return {
    ...caller,
    may: (permission, scope) =>
      (scope.project == null && SEGMENT_PERMISSIONS.has(permission)) || caller.may(permission, scope),
  }
}
