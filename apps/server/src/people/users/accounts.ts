import { notAllowed, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import { requireRootRole } from '../access/index.ts'
import type { KnownUser } from '../auth/index.ts'
import { removeSessionsOf } from '../auth/index.ts'
import { removeGrantsOf } from '../device/index.ts'
import { removePersonalTokensOf } from '../tokens/index.ts'
import { userCreated, userDeleted, userUpdated } from './events.ts'
import { cameByInviteLink } from './invitations/queries.ts'
import { clearPassword, removeLinksOf } from './passwords/queries.ts'
import {
  insertUser,
  lockAdmins,
  lockUser,
  lockUsers,
  removeUsers,
  replaceUser,
  reviveUser,
  VIEWER_ROLE,
} from './queries.ts'
import { acceptIdentity, type Identity } from './rules.ts'

// What identity providers do to accounts, inside an existing change. Administrators use the commands.

/** A new account without a password; undefined if the user name or email address is taken. */
export async function provisionUser(
  tx: Tx,
  { rootRole, ...identity }: Identity & { rootRole: number | string },
): Promise<KnownUser | undefined> {
  const user = await insertUser(tx, {
    ...acceptIdentity(identity),
    rootRole: await requireRootRole(tx, rootRole),
    passwordHash: null,
  })
  if (user) tx.record(userCreated(user))
  return user
}

/** Omitted fields stay unchanged; undefined if the new name or email address is taken. */
export async function renameUser(tx: Tx, id: number, change: Identity): Promise<KnownUser | undefined> {
  const before = await lockExisting(tx, id)
  const identity = acceptIdentity({
    username: change.username ?? before.username ?? undefined,
    email: change.email ?? before.email,
    name: change.name ?? before.name ?? undefined,
  })
  const user = await replaceUser(tx, id, { ...identity, rootRole: before.rootRole })
  if (!user) return undefined
  await endLinksTo(tx, before, user)
  tx.record(userUpdated(before, user))
  return user
}

/** Deletes password links after a change of the email address, since they were sent to the old mailbox. */
export async function endLinksTo(tx: Tx, before: KnownUser, after: KnownUser): Promise<void> {
  if (before.email !== after.email) await removeLinksOf(tx.db, after.id)
}

/**
 * Called when a provider has verified who owns the email address of an account. A different person may have signed up
 * with that address through an invite link, so their password, sessions and tokens are removed.
 */
export async function endUnconfirmedAccess(tx: Tx, id: number): Promise<void> {
  if (!(await cameByInviteLink(tx.read, id))) return
  await removeSessionsOf(tx, [id])
  await removePersonalTokensOf(tx, [id])
  await removeGrantsOf(tx, [id])
  await removeLinksOf(tx.db, id)
  await clearPassword(tx, id)
}

/** Removes sessions, tokens and rights at once. The row stays, for the event log and for `restoreAccount`. */
export async function endAccount(tx: Tx, id: number): Promise<KnownUser> {
  const [user] = await endAccounts(tx, [id])
  if (!user) throw notFound('user', id)
  return user
}

/** The same for several accounts; missing ones are skipped. */
export async function endAccounts(tx: Tx, wanted: readonly number[]): Promise<KnownUser[]> {
  const admins = await lockAdmins(tx)
  const users = wanted.length === 0 ? [] : await lockUsers(tx, wanted)
  const ids = users.map(({ id }) => id)
  if (ids.length === 0) return []
  refuseLastAdmin(admins, ids)
  await removeSessionsOf(tx, ids)
  await removePersonalTokensOf(tx, ids)
  await removeGrantsOf(tx, ids)
  await removeUsers(tx, ids)
  for (const user of users) tx.record(userDeleted(user))
  return users
}

/** Restores a deactivated account as a viewer; undefined if its name or email address is in use by now. */
export async function restoreAccount(tx: Tx, id: number): Promise<KnownUser | undefined> {
  const user = await reviveUser(tx, id, VIEWER_ROLE)
  if (user) tx.record(userCreated(user))
  return user
}

export async function lockExisting(tx: Tx, id: number): Promise<KnownUser> {
  const user = await lockUser(tx, id)
  if (!user) throw notFound('user', id)
  return user
}

export function refuseLastAdmin(admins: readonly number[], leaving: readonly number[]) {
  const gone = new Set(leaving)
  if (admins.length > 0 && admins.every((id) => gone.has(id))) {
    throw notAllowed('This is the last administrator. Make someone else an administrator first.')
  }
}
