import type { EventType } from '@flagstaff/contract/event-types'
import { AppError } from '../../../platform/errors.ts'
import { authorise, withCaller } from '../../../platform/write/authority.ts'
import { executeAll, lockForAll, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { findConflicts } from '../conflicts/queries.ts'
import { approvalsIn, requestEvent } from '../events.ts'
import { listChanges, type StoredRequest, setState } from '../queries.ts'
import { planReturn } from '../schedule/return.ts'
import { hasDrifted, hasOtherSegments } from './drift.ts'
import { carryForward, findCarried } from './followers.ts'
import { listUsedSegments, readApproved } from './queries.ts'
import { applierFor, requireApprovals, withSegmentRights } from './rights.ts'

/** The opposite changes name the segments that rules use now. */
const locksOfReturn = async (tx: Tx, { id }: StoredRequest) => ({
  segments: await listUsedSegments(tx.read, id),
})

/** Makes the changes of a request. Returns the orders that undo them. */
export async function carryOut(
  tx: Tx,
  request: StoredRequest,
  followers: readonly StoredRequest[],
  event: EventType,
): Promise<readonly Order[] | undefined> {
  const counted = await requireApprovals(tx, request)
  const changes = await listChanges(tx.read, [request.id])
  const orders = changes.flatMap((change) => change.orders)
  const applier = await applierFor(tx, request)
  // Before the comparison: what it finds must not change until the commit.
  await lockForAll(withCaller(tx, applier), orders, request.until ? await locksOfReturn(tx, request) : {})
  const deputy = withCaller(tx, await withSegmentRights(tx, applier, request, changes))
  const conflicts = await findConflicts(tx.read, [request], changes)
  for (const reason of conflicts.values()) throw new AppError('requestConflict', { reason })
  const carried = await findCarried(tx, followers, changes)
  tx.group('change-request', String(request.id))
  const { effects, strict } = await readApproved(tx, request)
  const applied = {
    edition: request.edition,
    author: request.authorName,
    ...approvalsIn(request, counted),
    ...(request.schedule ? { scheduledAt: request.schedule.at, scheduledBy: request.schedule.by.name } : {}),
    drifted: false,
  }
  authorise(tx, {
    kind: 'request',
    places: request.affects,
    check: (found) => {
      if (hasOtherSegments(effects, found))
        throw new AppError('requestConflict', { reason: 'A segment that it uses was changed.' })
      applied.drifted = hasDrifted(effects, found)
      if (applied.drifted && strict) throw new AppError('drifted')
    },
  })
  const undo = await executeAll(deputy, orders)
  await carryForward(tx, carried)
  await setState(tx, request.id, 'Applied')
  tx.record(requestEvent(event, request, applied))
  if (request.until) await planReturn(tx, deputy, { ...request, until: request.until }, effects, undo)
  return undo
}
