import { sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'

export type Known = {
  id: number
  username: string | null
  email: string | null
  name: string | null
  isService: boolean
  scimId: string | null
}

type Ended = { issuer: string; subject: string; email: string }

const columns = [
  'u.id',
  'u.username',
  'u.email',
  'u.name',
  'u.is_service as isService',
  'u.scim_id as scimId',
] as const

/** The account that is linked to this subject of the provider. */
export const findLinked = (db: Reader, issuer: string, subject: string): Promise<Known | undefined> =>
  db
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(columns)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

export const findByAddress = (db: Reader, email: string): Promise<Known | undefined> =>
  db
    .selectFrom('users as u')
    .select(columns)
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/** Whether the account is linked to a different subject of the same provider. */
export async function isTaken(db: Reader, userId: number, issuer: string, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '<>', subject)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether SCIM has deactivated the account with this subject or email address. */
export async function isEndedByScim(db: Reader, { issuer, subject, email }: Ended): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('identities as i', 'i.user_id', 'u.id')
    .select('u.id')
    .where('u.deleted_at', 'is not', null)
    .where('u.scim_id', 'is not', null)
    .where(
      sql<boolean>`((i.issuer = ${issuer} and i.subject = ${subject}) or lower(u.email) = lower(${email}))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The subject of an account at the provider, for single sign-out. */
export async function findSubject(db: Reader, userId: number, issuer: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.subject
}

/** Replaces the link if its account was deleted. */
export const linkIdentity = (db: Db, issuer: string, subject: string, userId: number) =>
  db
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId }))
    .execute()

/** Serialises concurrent first sign-ins of the same person. */
export const lockPerson = (tx: Tx, key: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`sign-in of ${key.toLowerCase()}`}))`.execute(tx.db)

export async function findRole(
  db: Reader,
  role: number | string,
): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where(typeof role === 'number' ? 'id' : 'name', '=', role as never)
    .where('type', 'in', ['root', 'root-custom'])
    .executeTakeFirst()
}
