import { readAccess } from '../../../people/access/index.ts'
import { AppError, noPermission } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { authorise, withCaller } from '../../../platform/write/authority.ts'
import { command, executeAll, lockForAll } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { findConflicts } from '../conflicts/queries.ts'
import { requestEvent } from '../events.ts'
import { listChanges, type StoredRequest, setState } from '../queries.ts'
import { countApprovals } from '../review/queries.ts'
import { isApproved, isWithin } from '../rules.ts'
import { inProject, isAuthor, lockSeen, requireFollowing, Target } from '../target.ts'
import { hasDrifted } from './drift.ts'
import { readApproved } from './queries.ts'

/** Makes all changes of an approved request, in one transaction. */
export const applyRequest = command({
  name: 'change-request.apply',
  input: Target,
  permission: 'authenticated',
  scope: inProject,
  load: lockSeen,
  current: (request) => request,
  async run(tx, _input, request) {
    requireFollowing(request, 'Applied')
    requireApplier(tx, request)
    const counted = await countApprovals(tx.read, request)
    if (!isApproved(counted)) {
      const lapsed = counted.filter(({ given, needed }) => given < needed)
      throw new AppError('approvalsLapsed', {
        where: lapsed.map(({ project, environment }) => `${project} · ${environment}`).join(', '),
      })
    }
    const changes = await listChanges(tx.read, [request.id])
    const orders = changes.flatMap((change) => change.orders)
    const deputy = withCaller(tx, await applierFor(tx, request))
    // Before the comparison: what it finds must not change until the commit.
    await lockForAll(deputy, orders)
    const conflicts = await findConflicts(tx.read, [request], changes)
    for (const reason of conflicts.values()) throw new AppError('requestConflict', { reason })
    tx.group('change-request', String(request.id))
    const { effects, strict } = await readApproved(tx, request)
    const applied = {
      edition: request.edition,
      author: request.authorName,
      approvals: counted,
      drifted: false,
    }
    authorise(tx, {
      kind: 'request',
      places: request.affects,
      check: (found) => {
        applied.drifted = hasDrifted(effects, found)
        if (applied.drifted && strict) throw new AppError('drifted')
      },
    })
    const undo = await executeAll(deputy, orders)
    await setState(tx, request.id, 'Applied')
    tx.record(requestEvent('change-request-applied', request, applied))
    return undo
  },
  inverse: (_input, undo) => undo ?? [],
})

/** Anyone who can apply requests in every affected place, and the author of an approved request. */
function requireApplier(tx: Tx, request: StoredRequest) {
  if (isAuthor(tx, request)) return
  if (request.affects.length > 0) {
    if (request.affects.every((place) => tx.caller.may('APPLY_CHANGE_REQUEST', place))) return
  } else if (tx.caller.may('APPLY_CHANGE_REQUEST', request)) return
  throw noPermission(['APPLY_CHANGE_REQUEST'], ` in ${request.project} · ${request.environment}`)
}

/**
 * The applier, with every permission in the places that were reviewed. Elsewhere the permissions of the author or the
 * applier count, as they are now.
 */
async function applierFor({ caller, read }: Tx, request: StoredRequest): Promise<Caller> {
  const author = request.authorType === 'token' ? undefined : await readAccess(read, request.authorId)
  const projects = new Set([request.project, ...request.affects.map(({ project }) => project)])
  return {
    ...caller,
    viewer: {
      ...caller.viewer,
      projects: caller.viewer.projects === 'all' ? 'all' : new Set([...caller.viewer.projects, ...projects]),
    },
    may: (permission, scope) =>
      isWithin(request.affects, scope) ||
      (request.affects.length > 0 && scope.project == null && SEGMENT_PERMISSIONS.has(permission)) ||
      caller.may(permission, scope) ||
      (author?.grants.holds(permission, scope) ?? false),
  }
}

/** Segments of all projects are in no project; a request that reaches protected places was reviewed with them. */
const SEGMENT_PERMISSIONS = new Set(['UPDATE_SEGMENT', 'DELETE_SEGMENT'])
