import { LinkedIdentity } from '@flagstaff/contract/sso'
import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import { identityUpdated, lockExisting } from '../../users/index.ts'
import { lockIdentity, replaceProtocol } from './queries.ts'

/** Decides which protocol opens the account. Null, for undo, makes it undecided again. */
export const setIdentityProtocol = command({
  name: 'sso.set-identity-protocol',
  input: Type.Object({
    userId: Type.Integer(),
    id: Type.Integer(),
    protocol: LinkedIdentity.properties.protocol,
  }),
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { userId, id }) {
    const user = await lockExisting(tx, userId)
    const identity = await lockIdentity(tx, userId, id)
    if (!identity) throw notFound('linked identity', id)
    return { user, identity }
  },
  async run(tx, { id, protocol }, { user, identity }) {
    const changed = await replaceProtocol(tx, id, protocol)
    if (!changed)
      throw new AppError('conflict', {
        reason: 'An account is already linked to this subject by that protocol.',
      })
    tx.record(identityUpdated(user, identity, changed))
    return changed
  },
  inverse: ({ userId, id }, _result, { identity }): Order =>
    setIdentityProtocol.with({ userId, id, protocol: identity.protocol }),
})
