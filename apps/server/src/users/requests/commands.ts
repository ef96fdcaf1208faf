import { ApproveUserAccessRequest } from '@flagstaff/contract/users'
import Type from 'typebox'
import { system } from '../../platform/actor.ts'
import { command, run } from '../../platform/commands.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Write } from '../../platform/write.ts'
import { provisionUser } from '../accounts.ts'
import { accessApproved, accessRejected, accessRequested } from '../events.ts'
import { acceptIdentity } from '../rules.ts'
import { insertAccessRequest, removeAccessRequest } from './queries.ts'

const RequestId = Type.Object({ id: Type.String() })

/** Somebody proved to have this address, but there is no account. Administrators decide; asking again is no fault. */
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
