import type { Role, User } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { accountColumns, type KnownUser, toUser } from '../auth/index.ts'
import { type Reader, rowsOf } from '../platform/database.ts'
import type { Tx } from '../platform/write.ts'
import type { Identity } from './rules.ts'

export const ADMIN_ROLE = 1

/** Everybody who can sign in, with the number of their sessions. */
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

/** For pickers: who there is, and nothing about their rights or habits. */
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
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
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
  name,
  username,
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
      from users where root_role = ${ADMIN_ROLE} and deleted_at is null`,
  )
  return row ?? { password: 0, noPassword: 0, service: 0 }
}

export async function listRootRoles(db: Reader): Promise<Role[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where('type', 'in', ['root', 'root-custom'])
    .orderBy('id')
    .execute()
}

/** Whether there is, or ever was, anybody. */
export async function isAnybodyThere(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
}

export async function lockUser(tx: Tx, id: number): Promise<KnownUser | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .forUpdate()
    .executeTakeFirst()
  return row && toUser(row)
}

/** Holds all administrators, so that two of them cannot each remove the other. */
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

/** Undefined when the user name or the address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<KnownUser | undefined> {
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

type Change = { name: string | null; email: string | null; rootRole: number }

/** Undefined when the address is taken by somebody else. */
export async function replaceUser(tx: Tx, id: number, change: Change): Promise<KnownUser | undefined> {
  const row = await tx.db
    .updateTable('users')
    .set((eb) => ({
      name: change.name,
      email: change.email,
      root_role: change.rootRole,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from users other
        where lower(other.email) = lower(${change.email}) and other.id <> ${id} and other.deleted_at is null)`,
    )
    .returning(accountColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/** The row stays, for the history; what let the account in or granted it something goes. */
export async function removeUser(tx: Tx, id: number): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ deleted_at: new Date(), password_hash: null })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('used_passwords').where('user_id', '=', id).execute()
  await tx.db.deleteFrom('password_links').where('user_id', '=', id).execute()
  await tx.db.deleteFrom('project_members').where('user_id', '=', id).execute()
}
