import { AppError } from '../../../platform/errors.ts'
import { command } from '../../../platform/write/commands.ts'
import { findRevert } from '../../../platform/write/undo.ts'
import { findRequest } from '../queries.ts'
import { inProject, requireSeen, Target } from '../target.ts'
import { propose } from './propose.ts'
import { findApplied } from './queries.ts'

/** Proposes the opposite of an applied request. */
export const revertRequest = command({
  name: 'change-request.revert',
  input: Target,
  permission: 'authenticated',
  scope: inProject,
  async run(tx, target) {
    // Not locked: an applied request never changes.
    const request = requireSeen(tx, await findRequest(tx.read, target.project, target.id), target.id)
    if (request.state !== 'Applied') throw new AppError('wrongState', { from: request.state, to: 'reverted' })
    const event = await findApplied(tx.read, request.id)
    const found = event === undefined ? undefined : await findRevert(tx, event)
    if (!found) throw new AppError('notReversible', { event: String(event ?? 0) })
    return propose(tx, request, found.orders)
  },
})
