import type { Role } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

const REMEMBERED = 5

export async function findPasswordHash(db: Reader, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Finds an account by its id, email address or user name. */
export async function findAccountId(db: Reader, text: string): Promise<number | undefined> {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(
      sql<boolean>`(id = ${number} or lower(email) = lower(${text}) or lower(username) = lower(${text}))`,
    )
    .where('deleted_at', 'is', null)
    .orderBy(sql`id = ${number}`, 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Removes the password, so that only other ways to sign in are left. */
export const clearPassword = (tx: Tx, userId: number) =>
  tx.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()

export async function listUsedPasswords(db: Reader, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('used_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .limit(REMEMBERED)
    .execute()
  return rows.map((row) => row.password_hash)
}

export async function rememberPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx.db
    .insertInto('used_passwords')
    .values({ user_id: userId, password_hash: hash, used_at: sql`clock_timestamp()` })
    .execute()
  await sql`delete from used_passwords where user_id = ${userId} and used_at < (
    select min(used_at) from (
      select used_at from used_passwords where user_id = ${userId} order by used_at desc limit ${REMEMBERED}
    ) newest)`.execute(tx.db)
}

export const replacePassword = (tx: Tx, userId: number, hash: string) =>
  tx.db
    .updateTable('users')
    .set({ password_hash: hash, login_attempts: 0 })
    .where('id', '=', userId)
    .execute()

type NewLink = { digest: Buffer; userId: number; createdBy: string; hours: number }

export const insertLink = (db: Db, link: NewLink) =>
  db
    .insertInto('password_links')
    .values({
      digest: link.digest,
      user_id: link.userId,
      created_by: link.createdBy,
      expires_at: new Date(Date.now() + link.hours * 3_600_000),
    })
    .execute()

const SETUP_LINKS = 20

/** Setup links never expire. Only the newest few are kept, since a server in a restart loop creates one each time. */
export async function insertSetupLink(db: Db, digest: Buffer): Promise<void> {
  await sql`insert into password_links (digest, user_id, created_by, expires_at)
    values (${digest}, null, 'system', 'infinity')`.execute(db)
  await sql`delete from password_links where user_id is null and used_at is null and digest not in (
    select digest from password_links where user_id is null and used_at is null
    order by created_at desc limit ${SETUP_LINKS})`.execute(db)
}

/** Deletes the unused links of an account, or the setup links if null. */
export const removeLinksOf = (db: Db, userId: number | null) =>
  db
    .deleteFrom('password_links')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('used_at', 'is', null)
    .execute()

export type Link = {
  userId: number | null
  username: string | null
  email: string | null
  name: string | null
  createdBy: string
  role: Role | null
  isOver: boolean
  isUsed: boolean
}

export async function findLink(db: Reader, digest: Buffer): Promise<Link | undefined> {
  const [row] = await rowsOf(
    db,
    sql<Link>`
      select l.user_id as "userId", u.username, u.email, u.name, l.created_by as "createdBy",
        l.expires_at <= now() as "isOver", l.used_at is not null as "isUsed",
        case when r.id is not null then
          json_build_object('id', r.id, 'name', r.name, 'type', r.type, 'description', r.description) end as role
      from password_links l left join users u on u.id = l.user_id
        left join roles r on r.id = coalesce(u.root_role, 1)
      where l.digest = ${digest}`,
  )
  return row
}

/** Marks the link as used; false if it was already used or has expired. */
export async function useLink(tx: Tx, digest: Buffer): Promise<boolean> {
  const row = await tx.db
    .updateTable('password_links')
    .set({ used_at: new Date() })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}
