import { createHash } from 'node:crypto'
import type { User } from '@flagstaff/contract/accounts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** An account without secrets. */
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

type Named = { id: number } & Partial<Pick<Account, 'username' | 'email' | 'name'>>

/** The name of an account in the event log. */
export const nameOf = (account: Named): string =>
  account.email ?? account.username ?? account.name ?? String(account.id)

export const toUser = (account: Account) =>
  ({
    id: account.id,
    // Generated clients treat a null as a value, so empty fields are left out.
    ...(account.name === null ? {} : { name: account.name }),
    ...(account.username === null ? {} : { username: account.username }),
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

/** An account as the API returns it, with all fields that are always set. */
export type KnownUser = ReturnType<typeof toUser>

/** A stable avatar URL per account. Clients draw the image themselves, without an external service. */
export const imageOf = (account: Parameters<typeof nameOf>[0]): string =>
  `/avatar/${createHash('sha256').update(nameOf(account).trim().toLowerCase()).digest('hex')}`
