import { CreatePat } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import { issueToken, removePersonalToken, requireNotLonger } from '../../tokens/index.ts'
import { lockExisting } from './commands.ts'
import { serviceTokenCreated, serviceTokenDeleted } from './events.ts'

export const createServiceToken = command({
  name: 'service-account.create-token',
  input: Type.Interface([CreatePat], { id: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id, ...input }, account) {
    if (tx.actor.type === 'service-account' && tx.actor.id === id)
      requireNotLonger(tx.caller, new Date(input.expiresAt))
    const token = await issueToken(tx, id, input)
    tx.record(serviceTokenCreated(token, account))
    return token
  },
  inverse: ({ id }, token): Order => deleteServiceToken.with({ id, tokenId: token.id }),
})

export const deleteServiceToken = command({
  name: 'service-account.delete-token',
  input: Type.Object({ id: Type.Integer(), tokenId: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id, tokenId }, account) {
    const token = await removePersonalToken(tx, id, tokenId)
    if (!token) throw notFound('service account token', tokenId)
    tx.record(serviceTokenDeleted(token, account))
  },
})
