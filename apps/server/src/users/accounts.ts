import { requireRootRole } from '../access/index.ts'
import type { KnownUser } from '../auth/index.ts'
import { removeSessionsOf } from '../auth/index.ts'
import { notAllowed, notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/write.ts'
import { removePersonalTokensOf } from '../tokens/index.ts'
import { userCreated, userDeleted, userUpdated } from './events.ts'
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

// What identity providers do to accounts, inside a change that is under way. Administrators use the commands.

/** A new account without a password; undefined when the user name or the address is taken. */
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

/** What is left out stays as it is; undefined when the new name or address is taken. */
export async function renameUser(tx: Tx, id: number, change: Identity): Promise<KnownUser | undefined> {
  const before = await lockExisting(tx, id)
  const identity = acceptIdentity({
    username: change.username ?? before.username ?? undefined,
    email: change.email ?? before.email,
    name: change.name ?? before.name ?? undefined,
  })
  const user = await replaceUser(tx, id, { ...identity, rootRole: before.rootRole })
  if (user) tx.record(userUpdated(before, user))
  return user
}

/** Ends sessions, tokens and rights at once. The row stays, for the history and for `restoreAccount`. */
export async function endAccount(tx: Tx, id: number): Promise<KnownUser> {
  const [user] = await endAccounts(tx, [id])
  if (!user) throw notFound('user', id)
  return user
}

/** The same for many; those that are not there are left out. */
export async function endAccounts(tx: Tx, wanted: readonly number[]): Promise<KnownUser[]> {
  const admins = await lockAdmins(tx)
  const users = wanted.length === 0 ? [] : await lockUsers(tx, wanted)
  const ids = users.map(({ id }) => id)
  if (ids.length === 0) return []
  refuseLastAdmin(admins, ids)
  await removeSessionsOf(tx, ids)
  await removePersonalTokensOf(tx, ids)
  await removeUsers(tx, ids)
  for (const user of users) tx.record(userDeleted(user))
  return users
}

/** Opens an ended account again, as a viewer; undefined when somebody else took its name or address meanwhile. */
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
    throw notAllowed('This is the last administrator. Make somebody else one first.')
  }
}
