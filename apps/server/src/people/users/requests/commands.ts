import { ApproveUserAccessRequest } from '@flagstaff/contract/users'
import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import { system } from '../../../platform/write/actor.ts'
import { command, run } from '../../../platform/write/commands.ts'
import type { Write } from '../../../platform/write/write.ts'
import { provisionUser } from '../accounts.ts'
import { accessApproved, accessRejected, accessRequested } from '../events.ts'
import { acceptIdentity } from '../rules.ts'
import { insertAccessRequest, removeAccessRequest } from './queries.ts'

const RequestId = Type.Object({ id: Type.String() })

/** Requests access for a verified email address without an account. Administrators decide; repeating it is harmless. */
export const requestAccess = (write: Write, email: string, ip?: string): Promise<void> =>
  write({ ...system, actor: { ...system.actor, ip } }, (tx) => run(tx, registerRequest, { email }))

const registerRequest = command({
  name: 'access-request.register',
  input: Type.Object({ email: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, input) {
    const { email = '' } = acceptIdentity(input)
    const request = await insertAccessRequest(tx, email)
    if (request) tx.record(accessRequested(request))
  },
})

export const approveRequest = command({
  name: 'access-request.approve',
  input: Type.Interface([ApproveUserAccessRequest], { id: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { id, rootRole }) {
    const request = await removeAccessRequest(tx, id)
    if (!request) throw notFound('access request', id)
    const user = await provisionUser(tx, { email: request.email, rootRole })
    if (!user) {
      const reason = `There is an account for ${request.email} by now. Reject the request.`
      throw new AppError('conflict', { reason })
    }
    tx.record(accessApproved(request, user.id))
    return user
  },
})

export const rejectRequest = command({
  name: 'access-request.reject',
  input: RequestId,
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { id }) {
    const request = await removeAccessRequest(tx, id)
    if (!request) throw notFound('access request', id)
    tx.record(accessRejected(request))
  },
})
