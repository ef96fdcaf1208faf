import type { Role, User } from '@flagstaff/contract/accounts'
import type { Administrators } from '@flagstaff/contract/users'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { containing } from '../../platform/database/text.ts'
import type { Tx } from '../../platform/write/write.ts'
import { accountColumns, type KnownUser, toUser } from '../auth/index.ts'
import type { Identity } from './rules.ts'

export const ADMIN_ROLE = 1
export const VIEWER_ROLE = 3

/** All people with an account, with their number of sessions. */
export async function listUsers(db: Reader): Promise<User[]> {
  const rows = await db
    .selectFrom('users as u')
    .select(accountColumns)
    .select((eb) =>
      eb
        .selectFrom('sessions as s')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('s.user_id', '=', 'u.id')
        .where('s.expires_at', '>', new Date())
        .as('sessions'),
    )
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ sessions, ...row }) => ({ ...toUser(row), activeSessions: sessions ?? 0 }))
}

export async function findUser(db: Reader, id: number): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toUser(row)
}

/** Finds an account by its email address, except deleted and service accounts. */
export async function findByEmail(db: Reader, email: string): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .executeTakeFirst()
  return row && toUser(row)
}

/** For user pickers: names only, without rights or activity. */
export async function listNames(db: Reader): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => toName(toUser(row)))
}

const MOST_FOUND = 100

export async function searchNames(db: Reader, text: string): Promise<User[]> {
  const pattern = containing(text)
  const rows = await db
    .selectFrom('users')
    .select(accountColumns)
    .where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('username', 'ilike', pattern), eb('email', 'ilike', pattern)]),
    )
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .orderBy('id')
    .limit(MOST_FOUND)
    .execute()
  return rows.map((row) => toName(toUser(row)))
}

const toName = ({ id, name, username, email, imageUrl, accountType }: KnownUser): User => ({
  id,
  ...(name === undefined ? {} : { name }),
  ...(username === undefined ? {} : { username }),
  ...(email === undefined ? {} : { email }),
  imageUrl,
  accountType,
})

export async function countAdmins(db: Reader) {
  const [row] = await rowsOf(
    db,
    sql<{ password: number; noPassword: number; service: number }>`
      select count(*) filter (where not is_service and password_hash is not null) as password,
        count(*) filter (where not is_service and password_hash is null) as "noPassword",
        count(*) filter (where is_service) as service
      from users u where deleted_at is null
        and exists (select from root_access a where a.user_id = u.id and a.role_id = ${ADMIN_ROLE})`,
  )
  return row ?? { password: 0, noPassword: 0, service: 0 }
}

const MOST_ADMINISTRATORS = 5

/** The names of a few administrators, and how many there are. An email address is not a name, so it is only counted. */
export async function listAdministratorNames(db: Reader): Promise<Administrators> {
  const rows = await rowsOf(
    db,
    sql<{ name: string | null }>`
      select coalesce(nullif(u.name, ''), u.username) as name
      from users u where u.deleted_at is null and not u.is_service
        and exists (select from root_access a where a.user_id = u.id and a.role_id = ${ADMIN_ROLE})
      order by 1`,
  )
  const names = rows.flatMap(({ name }) => (name && !name.includes('@') ? [name] : []))
  return { names: names.slice(0, MOST_ADMINISTRATORS), total: rows.length }
}

export async function listRootRoles(db: Reader): Promise<Role[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where('type', 'in', ['root', 'root-custom'])
    .orderBy('id')
    .execute()
}

/** Whether a person has the Admin role. Service accounts cannot sign in, so they do not count. */
export async function hasAdmin(db: Reader): Promise<boolean> {
  const { password, noPassword } = await countAdmins(db)
  return password + noPassword > 0
}

export async function lockUser(tx: Tx, id: number): Promise<KnownUser | undefined> {
  const [user] = await lockUsers(tx, [id])
  return user
}

/** Locks and returns the existing ones, in lock order. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<KnownUser[]> {
  const rows = await tx.db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toUser)
}

/** Locks all administrators, so that two of them cannot remove each other concurrently. */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('users')
    .select('id')
    .where('root_role', '=', ADMIN_ROLE)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

type NewUser = Identity & { rootRole: number; passwordHash: string | null }

/** Undefined if the user name or email address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<KnownUser | undefined> {
  const [taken] = await rowsOf(tx.read, sql`select where not ${isFree(0, user)}`)
  if (taken) return undefined
  const row = await tx.db
    .insertInto('users')
    .values({
      username: user.username ?? null,
      email: user.email ?? null,
      name: user.name ?? null,
      root_role: user.rootRole,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

type Change = Identity & { rootRole: number }

/** Undefined if the user name or email address is taken by another account. */
export async function replaceUser(tx: Tx, id: number, change: Change): Promise<KnownUser | undefined> {
  const row = await tx.db
    .updateTable('users')
    .set((eb) => ({
      username: change.username ?? null,
      name: change.name ?? null,
      email: change.email ?? null,
      root_role: change.rootRole,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where(isFree(id, change))
    .returning(accountColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/**
 * Whether no other account has this user name or email address. Either can be used to sign in, so a user name must not
 * equal the email address of another account.
 */
const isFree = (id: number, { username = '', email = '' }: Identity) =>
  sql<boolean>`not exists (select from users other where other.id <> ${id} and other.deleted_at is null
    and (lower(other.email) in (lower(${email}), lower(${username}))
      or lower(other.username) in (lower(${email}), lower(${username}))))`

/** The row stays, for the event log; credentials and grants are deleted. */
export async function removeUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ deleted_at: new Date(), password_hash: null })
    .where('id', 'in', ids)
    .execute()
  for (const table of ['used_passwords', 'password_links', 'project_members'] as const)
    await tx.db.deleteFrom(table).where('user_id', 'in', ids).execute()
  // The directory manages membership of its groups, even while an account is deactivated.
  await tx.db.deleteFrom('group_members').where('user_id', 'in', ids).where('origin', '<>', 'scim').execute()
}

/** Undefined if the account is active, or another one took its name or email address. */
export async function reviveUser(tx: Tx, id: number, rootRole: number): Promise<KnownUser | undefined> {
  const row = await tx.db
    .updateTable('users as u')
    .set((eb) => ({ deleted_at: null, root_role: rootRole, version: eb('u.version', '+', 1) }))
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select from users other where other.id <> u.id and other.deleted_at is null
        and (lower(other.email) in (lower(u.email), lower(u.username))
          or lower(other.username) in (lower(u.email), lower(u.username))))`,
    )
    .returning(accountColumns)
    .executeTakeFirst()
  return row && toUser(row)
}
