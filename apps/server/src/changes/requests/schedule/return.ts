import { AppError, notAllowed } from '../../../platform/errors.ts'
import type { Order } from '../../../platform/write/commands.ts'
import { withSegments } from '../../../platform/write/used-segments.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { SegmentState } from '../changes/difference.ts'
import { rehearseOrders } from '../changes/rehearse.ts'
import { requestEvent } from '../events.ts'
import { type StoredEffect, type StoredRequest, saveChanges } from '../queries.ts'
import { APPLY_SCHEDULED, type Due } from './job.ts'
import { insertReturn, isFuture } from './queries.ts'

const opposite = (effect: StoredEffect): StoredEffect =>
  ({ ...effect, before: effect.after, after: effect.before }) as StoredEffect

/**
 * Plans to revert what was just applied: the opposite changes become a scheduled request, approved along with this
 * one. They are based on the state that the request left, so a later change by someone else suspends them.
 */
export async function planReturn(
  tx: Tx,
  deputy: Tx,
  request: StoredRequest & { until: Date },
  effects: readonly StoredEffect[],
  undo: readonly Order[] | undefined,
) {
  if (!undo) throw new AppError('notReversible', { event: '' })
  if (!(await isFuture(tx, request.until)))
    throw notAllowed('The time at which this change request is reverted has passed. Choose a later time.')
  const { changes } = await rehearseOrders(tx, deputy.caller, { added: undo }, request.environment)
  const reset = changes.flatMap(({ action, payload }) =>
    action === 'updateSegment' ? [payload as SegmentState] : [],
  )
  const id = await insertReturn(tx, request, await withSegments(tx.read, effects.map(opposite), reset))
  await saveChanges(tx, id, changes)
  const due: Due = { project: request.project, id, scheduleVersion: 1 }
  tx.send(APPLY_SCHEDULED, due, request.until)
  tx.record(
    requestEvent(
      'change-request-scheduled',
      { ...request, id },
      { scheduledAt: request.until, returns: request.id },
    ),
  )
}
