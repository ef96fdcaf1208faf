import { createHash } from 'node:crypto'
import type { User } from '@flagstaff/contract/accounts'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** An account without anything secret. */
export type Account = Omit<Selectable<Tables['users']>, 'password_hash' | 'deleted_at' | 'external_id'>

export const accountColumns = [
  'id',
  'username',
  'email',
  'name',
  'root_role',
  'is_service',
  'created_at',
  'seen_at',
  'login_attempts',
  'scim_id',
  'version',
] as const

/** What an account is called in the log. */
export const nameOf = (account: Pick<Account, 'id' | 'username' | 'email' | 'name'>): string =>
  account.email ?? account.username ?? account.name ?? String(account.id)

export const toUser = (account: Account) =>
  ({
    id: account.id,
    name: account.name,
    username: account.username,
    ...(account.email === null ? {} : { email: account.email }),
    imageUrl: imageOf(account),
    rootRole: account.root_role,
    accountType: account.is_service ? 'Service Account' : 'User',
    loginAttempts: account.login_attempts,
    createdAt: account.created_at.toISOString(),
    seenAt: account.seen_at?.toISOString() ?? null,
    ...(account.scim_id === null ? {} : { scimId: account.scim_id }),
    objectVersion: account.version,
  }) satisfies User

/** An account as people see it, with every field it always has. */
export type KnownUser = ReturnType<typeof toUser>

/** Always the same for the same person, drawn by whoever shows it: nothing is fetched from elsewhere. */
const imageOf = (account: Account): string =>
  `/avatar/${createHash('sha256').update(nameOf(account).trim().toLowerCase()).digest('hex')}`
