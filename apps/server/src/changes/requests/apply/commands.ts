import Type from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { StoredRequest } from '../queries.ts'
import { isPending } from '../rules.ts'
import { inProject, requireFollowing, requireSeen, Target } from '../target.ts'
import { carryOut } from './carry-out.ts'
import { lockWithFollowers } from './queries.ts'
import { requireApplier } from './rights.ts'

type Locked = { request: StoredRequest; followers: readonly StoredRequest[] }

const load = async (tx: Tx, { project, id }: Target): Promise<Locked> => {
  const { request, followers } = await lockWithFollowers(tx, project, id)
  return { request: requireSeen(tx, request, id), followers }
}

const shared = {
  permission: 'authenticated',
  scope: inProject,
  load,
  current: ({ request }: Locked) => request,
  inverse: (_input: unknown, undo: readonly Order[] | undefined) => undo,
} as const

/** Makes all changes of an approved request, in one transaction. */
export const applyRequest = command({
  ...shared,
  name: 'change-request.apply',
  input: Target,
  async run(tx, _input, { request, followers }) {
    requireFollowing(request, 'Applied')
    requireApplier(tx, request)
    return carryOut(tx, request, followers, 'change-request-applied')
  },
})

/** The same at the scheduled time. Does nothing if the request has been applied, rejected or scheduled again. */
export const applyScheduled = command({
  ...shared,
  name: 'change-request.apply-scheduled',
  input: Type.Interface([Target], { scheduleVersion: Type.Integer() }),
  async run(tx, { scheduleVersion }, { request, followers }) {
    if (!isPending(request, scheduleVersion)) return undefined
    if (request.schedule?.by.id !== tx.actor.id)
      throw new AppError('forbidden', { reason: 'Only the schedule of a change request applies it.' })
    requireApplier(tx, request)
    return carryOut(tx, request, followers, 'change-request-scheduled-application-success')
  },
})
