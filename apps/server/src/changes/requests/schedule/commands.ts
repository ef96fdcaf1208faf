import { MoveRequest, SetUntil } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { AppError, forbidden, invalid } from '../../../platform/errors.ts'
import { sees } from '../../../platform/write/actor.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { findFreezeAt } from '../../freezes/index.ts'
import { requireApplier, requireApprovals } from '../apply/rights.ts'
import { findConflicts } from '../conflicts/queries.ts'
import { requestEvent } from '../events.ts'
import { hasAccount, listChanges, type StoredRequest, setUntil } from '../queries.ts'
import { insertComment } from '../review/queries.ts'
import { isReviewedReturn, requireProlonger } from '../review/reviewer.ts'
import { isPending } from '../rules.ts'
import { inProject, lockOwn, lockSeen, requireFollowing, Target } from '../target.ts'
import { APPLY_SCHEDULED, type Due } from './job.ts'
import { isFuture, saveOutcome, saveSchedule } from './queries.ts'

/** Applies an approved request at a later time, as the account that schedules it. */
export const scheduleRequest = command({
  name: 'change-request.schedule',
  input: Type.Interface([Target], {
    scheduledAt: Type.String({ format: 'date-time' }),
    comment: MoveRequest.properties.comment,
  }),
  permission: 'authenticated',
  scope: inProject,
  load: lockSeen,
  current: (request) => request,
  async run(tx, { scheduledAt, comment }, request) {
    requireFollowing(request, 'Scheduled')
    requireApplier(tx, request)
    if (!hasAccount(tx.actor))
      throw forbidden('An admin token has no account. Schedule with a personal token or a service account.')
    await requireApprovals(tx, request)
    const at = new Date(scheduledAt)
    if (isReviewedReturn(request) && request.schedule && at > request.schedule.at)
      await requireProlonger(tx, request)
    if (!(await isFuture(tx, at))) throw invalid('Choose a time in the future.', '/scheduledAt')
    if (request.until && request.until <= at)
      throw invalid('The changes are reverted before this time. Choose an earlier time.', '/scheduledAt')
    const freeze = await findFreezeAt(tx.read, [request, ...request.affects], at)
    if (freeze) {
      const name = sees(tx.caller.viewer, freeze.project) ? freeze.name : 'a freeze'
      throw invalid(`Flags are frozen at this time: ${name}. Choose another time.`, '/scheduledAt')
    }
    const [conflict] = await conflictsOf(tx, request)
    if (conflict) throw new AppError('requestConflict', { reason: conflict })
    const due: Due = {
      project: request.project,
      id: request.id,
      scheduleVersion: await saveSchedule(tx, request, at),
    }
    tx.send(APPLY_SCHEDULED, due, at)
    tx.group('change-request', String(request.id))
    if (comment) await insertComment(tx, request.id, comment)
    tx.record(requestEvent('change-request-scheduled', request, { scheduledAt: at }))
  },
})

/** Sets or removes the time at which the changes of a request are reverted. */
export const setRequestUntil = command({
  name: 'change-request.set-until',
  input: Type.Interface([Target, SetUntil], {}),
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, { until }, request) {
    if (until !== null && !(await isFuture(tx, new Date(until))))
      throw invalid('Choose a time in the future.', '/until')
    await setUntil(tx, request.id, until)
    tx.group('change-request', String(request.id))
    tx.record(requestEvent('change-edited', request, { until }))
  },
})

const Scheduled = Type.Interface([Target], { scheduleVersion: Type.Integer() })

/** Says why a scheduled request was not applied. It waits for a person. */
export const endSchedule = command({
  name: 'change-request.end-schedule',
  input: Type.Interface([Scheduled], { status: Type.Enum(['failed', 'suspended']), reason: Type.String() }),
  permission: 'ADMIN',
  scope: inProject,
  allowedWhen: ['archived'],
  load: lockSeen,
  async run(tx, { scheduleVersion, status, reason }, request) {
    if (isPending(request, scheduleVersion)) await end(tx, request, status, reason)
  },
})

/** Suspends a scheduled request that no longer fits the current state. */
export const suspendConflict = command({
  name: 'change-request.suspend-conflict',
  input: Scheduled,
  permission: 'ADMIN',
  scope: inProject,
  allowedWhen: ['archived'],
  load: lockSeen,
  async run(tx, { scheduleVersion }, request) {
    if (!isPending(request, scheduleVersion)) return
    const [conflict] = await conflictsOf(tx, request)
    if (conflict) await end(tx, request, 'suspended', conflict)
  },
})

async function conflictsOf(tx: Tx, request: StoredRequest): Promise<string[]> {
  const changes = await listChanges(tx.read, [request.id])
  return [...(await findConflicts(tx.read, [request], changes)).values()]
}

async function end(tx: Tx, request: StoredRequest, status: 'failed' | 'suspended', reason: string) {
  await saveOutcome(tx, request, status, reason)
  tx.group('change-request', String(request.id))
  tx.record(
    requestEvent(
      status === 'failed'
        ? 'change-request-scheduled-application-failure'
        : 'change-request-schedule-suspended',
      request,
      { reason },
    ),
  )
}
