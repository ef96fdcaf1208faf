import { AppError } from '../../../platform/errors.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import { type Caller, system } from '../../../platform/write/actor.ts'
import { execute, run } from '../../../platform/write/commands.ts'
import { keepUndo } from '../../../platform/write/undo.ts'
import { applyScheduled } from '../apply/commands.ts'
import { findConflicts } from '../conflicts/queries.ts'
import { findRequest, listChanges } from '../queries.ts'
import { endSchedule, suspendConflict } from './commands.ts'
import type { Due } from './job.ts'
import { listDue, listWaiting, readScheduler } from './queries.ts'

/** A request whose time passed longer ago, while no server could apply it, is not applied any more. */
const MOST_MINUTES_LATE = 60

type Parts = Pick<Handles, 'read' | 'write'>

/** Applies a request if its time has come and it was not scheduled again. */
export async function applyDue(parts: Parts, due: Due) {
  const [found] = await listDue(parts.read, due.id)
  if (!found || found.scheduleVersion !== due.scheduleVersion) return
  if (found.minutes > MOST_MINUTES_LATE)
    return end(parts, due, 'suspended', 'The time passed while no server could apply the change request.')
  const request = await findRequest(parts.read, due.project, due.id)
  if (!request?.schedule) return
  const caller = await readScheduler(parts.read, request.schedule.by)
  if (!caller) return end(parts, due, 'suspended', 'The account that scheduled it was deleted.')
  try {
    await parts.write(confinedTo(caller, due.project), async (tx) => {
      const { undo } = await execute(tx, applyScheduled, due)
      keepUndo(tx, undo)
    })
  } catch (error) {
    // The database or the server is busy: the job is repeated.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const status = SUSPENDING.has(error.code) ? 'suspended' : 'failed'
    await end(parts, due, status, error.message)
  }
}

/** Everyone who sees the request reads why it was not applied, so the reason names nothing in other projects. */
const confinedTo = (caller: Caller, project: string): Caller => ({
  ...caller,
  viewer: { ...caller.viewer, projects: new Set([project]) },
})

/** What a person can resolve; everything else is a failure. */
const SUSPENDING: ReadonlySet<string> = new Set([
  'requestConflict',
  'approvalsLapsed',
  'drifted',
  'frozen',
  'managedByFile',
  'managedReasonNeeded',
  'beyondApproval',
  'protected',
  'noPermission',
  'notFound',
])

const end = ({ write }: Parts, due: Due, status: 'failed' | 'suspended', reason: string) =>
  write(system, (tx) => run(tx, endSchedule, { ...due, status, reason }))

/** Applies what no job has applied, and suspends what no longer fits before its time comes. */
export async function sweepSchedules(parts: Parts) {
  const failures: unknown[] = []
  for (const { minutes: _, ...due } of await listDue(parts.read))
    await applyDue(parts, due).catch((error) => failures.push(error))
  await suspendConflicts(parts)
  // One that cannot be applied now must not keep the others from it.
  if (failures.length > 0) throw failures[0]
}

async function suspendConflicts(parts: Parts) {
  const waiting = await listWaiting(parts.read)
  const changes = await listChanges(
    parts.read,
    waiting.map(({ id }) => id),
  )
  const conflicts = await findConflicts(parts.read, waiting, changes)
  const conflicting = new Set(changes.filter(({ id }) => conflicts.has(id)).map(({ request }) => request))
  for (const { project, id, schedule } of waiting) {
    if (!conflicting.has(id) || !schedule) continue
    const due = { project, id, scheduleVersion: schedule.version }
    await parts.write(system, (tx) => run(tx, suspendConflict, due))
  }
}
