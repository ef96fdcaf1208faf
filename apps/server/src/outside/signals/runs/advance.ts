import type { Logger } from 'pino'
import { findRequest, proposeOrders, submitRequest } from '../../../changes/requests/index.ts'
import { isRetryable } from '../../../platform/database/failures.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { executeAll, run } from '../../../platform/write/commands.ts'
import { keepUndo } from '../../../platform/write/undo.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { readActor } from './actor.ts'
import { NO_TAGGED_FLAG, orderOf } from './orders.ts'
import { claimStep, failStep, finishStep, type Run } from './queries.ts'

type Parts = Pick<Handles, 'read' | 'write' | 'note'>
type Progress = 'next' | 'over'

/** Takes steps until the run is over, or until another process has it. */
export async function advance(parts: Parts, found: Run, logger: Logger) {
  while ((await takeStep(parts, found, logger)) === 'next');
}

/** Takes one step of a run. What the step does and its mark commit together. */
async function takeStep(parts: Parts, { id, snapshot }: Run, logger: Logger): Promise<Progress> {
  const { set, signal } = snapshot
  const fail = async (reason: string): Promise<Progress> => {
    await parts.note((db) => failStep(db, id, reason))
    return 'over'
  }
  const caller = await readActor(parts.read, set, signal.id)
  if (!caller) return fail('The service account of the action set was deleted.')
  const taking = { write: parts.write, caller, run: { id, snapshot } }
  try {
    return await inStep(taking, changeFlags)
  } catch (error) {
    if (!isProtected(error) || set.onProtected === 'fail') return refused(error)
  }
  return inStep(taking, openRequest).catch(refused)

  async function refused(error: unknown): Promise<Progress> {
    if (error instanceof AppError && error.status < 500) return fail(error.message)
    // The database is busy, or maintenance mode was turned on: the step is taken later.
    if (error instanceof AppError || isRetryable(error)) throw error
    logger.error({ err: error, run: id }, 'an action failed')
    return fail('Something went wrong. The server log has the details.')
  }
}

const isProtected = (error: unknown) => error instanceof AppError && error.code === 'protected'

type Taking = { write: Handles['write']; caller: Caller; run: Run }
type Action = Run['snapshot']['set']['actions'][number]
type Work = (tx: Tx, run: Run, action: Action) => Promise<string | null>

const inStep = ({ write, caller, run: found }: Taking, work: Work): Promise<Progress> =>
  write(caller, async (tx) => {
    const position = await claimStep(tx, found.id)
    const action = position === undefined ? undefined : found.snapshot.set.actions[position]
    if (position === undefined || !action) return 'over'
    const details = await work(tx, found, action)
    const isLast = position === found.snapshot.set.actions.length - 1
    await finishStep(tx, { run: found.id, position, isLast, details })
    return isLast ? 'over' : 'next'
  })

const changeFlags: Work = async (tx, { id, snapshot }, action) => {
  const order = await orderOf(tx, snapshot.set.project, action)
  if (!order) return NO_TAGGED_FLAG
  keepUndo(tx, await executeAll(tx, [order]))
  tx.group('action', String(id))
  return null
}

/** Asks for a review in the name of the actor, in the request that it already has if there is one. */
const openRequest: Work = async (tx, { snapshot }, action) => {
  const order = await orderOf(tx, snapshot.set.project, action)
  if (!order) return NO_TAGGED_FLAG
  // The last editor of the set must not be able to approve it.
  const instigator = snapshot.set.actions[0]?.createdByUserId ?? undefined
  const { project, id } = await run(tx, proposeOrders, {
    orders: [order],
    ...(instigator === undefined ? {} : { instigator }),
  })
  const request = await findRequest(tx.read, project, id)
  if (request?.state === 'Draft') await run(tx, submitRequest, { project, id })
  return `Change request ${id} was opened, because the environment needs a review.`
}
