import Type from 'typebox'
import { command } from '../../platform/commands.ts'
import { notAllowed } from '../../platform/errors.ts'
import { endAccounts } from '../accounts.ts'
import { scimUsersDeleted } from '../events.ts'
import { forgetScimUsers, listScimUsers } from './queries.ts'

/** Ends the accounts that came by SCIM and forgets how the identity provider calls them, those it ended included. */
export const deleteScimUsers = command({
  name: 'user.delete-scim-users',
  input: Type.Object({}),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx) {
    const ids = await listScimUsers(tx.read)
    if (ids.includes(tx.actor.id)) {
      throw notAllowed('Your own account came by SCIM. Ask an administrator whose account did not.')
    }
    await endAccounts(tx, ids)
    await forgetScimUsers(tx)
    tx.record(scimUsersDeleted(ids))
  },
})
