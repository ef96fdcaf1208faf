import { CreateServiceAccount, UpdateServiceAccount } from '@flagstaff/contract/service-accounts'
import Type from 'typebox'
import { invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { requireRootRole } from '../../access/index.ts'
import { removePersonalTokensOf } from '../../tokens/index.ts'
import { removeUsers } from '../queries.ts'
import { acceptIdentity } from '../rules.ts'
import { serviceAccountCreated, serviceAccountDeleted, serviceAccountUpdated } from './events.ts'
import {
  insertServiceAccount,
  type KnownAccount,
  lockServiceAccount,
  replaceServiceAccount,
} from './queries.ts'

/** An account for scripts: it has tokens, but no email address or password. */
export const createServiceAccount = command({
  name: 'service-account.create',
  input: CreateServiceAccount,
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { rootRole, ...input }) {
    const { username = '', name } = acceptIdentity(input)
    const account = await insertServiceAccount(tx, {
      username,
      name: requireName(name),
      rootRole: await requireRootRole(tx, rootRole),
    })
    if (!account) throw nameTaken('account', username)
    tx.record(serviceAccountCreated(account))
    return account
  },
  inverse: (_input, { id }): Order => deleteServiceAccount.with({ id }),
})

export const updateServiceAccount = command({
  name: 'service-account.update',
  input: Type.Interface([UpdateServiceAccount], { id: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id, name, rootRole }, before) {
    const account = await replaceServiceAccount(tx, id, {
      name: name === undefined ? before.name : requireName(name),
      rootRole: rootRole === undefined ? before.rootRole : await requireRootRole(tx, rootRole),
    })
    tx.record(serviceAccountUpdated(before, account))
    return account
  },
  inverse: ({ id }, _result, { name, rootRole }): Order => updateServiceAccount.with({ id, name, rootRole }),
})

/** Also deletes its tokens and roles; its events stay in the event log. */
export const deleteServiceAccount = command({
  name: 'service-account.delete',
  input: Type.Object({ id: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id }, account) {
    await removePersonalTokensOf(tx, [id])
    await removeUsers(tx, [id])
    tx.record(serviceAccountDeleted(account))
  },
})

export async function lockExisting(tx: Tx, id: number): Promise<KnownAccount> {
  const account = await lockServiceAccount(tx, id)
  if (!account) throw notFound('service account', id)
  return account
}

function requireName(name: string | undefined): string {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') throw invalid('Enter a name for the service account.', 'name')
  return trimmed
}
