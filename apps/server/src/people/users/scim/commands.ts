import Type from 'typebox'
import { notAllowed } from '../../../platform/errors.ts'
import { command } from '../../../platform/write/commands.ts'
import { endAccounts } from '../accounts.ts'
import { scimUsersDeleted } from '../events.ts'
import { forgetScimUsers, listScimUsers } from './queries.ts'

/** Deletes all SCIM accounts and their SCIM ids, including deactivated ones. */
export const deleteScimUsers = command({
  name: 'user.delete-scim-users',
  input: Type.Object({}),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx) {
    const ids = await listScimUsers(tx.read)
    if (ids.includes(tx.actor.id)) {
      throw notAllowed('Your own account is managed by SCIM. Ask an administrator whose account is not.')
    }
    await endAccounts(tx, ids)
    await forgetScimUsers(tx)
    tx.record(scimUsersDeleted(ids))
  },
})
