import type { SignInProvider } from '@flagstaff/contract/sso'
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

/** An account at a provider. The same issuer and subject can be different people by another protocol. */
export type Identity = { protocol: SignInProvider; issuer: string; subject: string }
type Undecided = Omit<Identity, 'protocol'> & { protocol: null }

const columns = [
  'u.id',
  'u.username',
  'u.email',
  'u.name',
  'u.is_service as isService',
  'u.scim_id as scimId',
] as const

const findAccount = (db: Reader, { protocol, issuer, subject }: Identity | Undecided) =>
  db
    .selectFrom('linked_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(columns)
    .where('i.protocol', protocol === null ? 'is' : '=', protocol)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/** The account that is linked to this subject of the provider. */
export const findLinked = (db: Reader, identity: Identity): Promise<Known | undefined> =>
  findAccount(db, identity)

/** Whether an account is linked to this subject by an unknown protocol, which opens nothing. */
export const isUndecided = async (db: Reader, identity: Identity): Promise<boolean> =>
  (await findAccount(db, { ...identity, protocol: null })) !== undefined

export const findByAddress = (db: Reader, email: string): Promise<Known | undefined> =>
  db
    .selectFrom('users as u')
    .select(columns)
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

/** How the account is linked to a different subject of the same provider: by this protocol, or by an unknown one. */
export async function findOtherLink(
  db: Reader,
  userId: number,
  { protocol, issuer, subject }: Identity,
): Promise<'linked' | 'undecided' | undefined> {
  const row = await db
    .selectFrom('linked_identities')
    .select('protocol')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '<>', subject)
    .where((eb) => eb.or([eb('protocol', '=', protocol), eb('protocol', 'is', null)]))
    .orderBy('protocol')
    .executeTakeFirst()
  return row && (row.protocol === null ? 'undecided' : 'linked')
}

/** Whether SCIM has deactivated the account with this subject or email address. */
export async function isEndedByScim(
  db: Reader,
  { protocol, issuer, subject, email }: Identity & { email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('linked_identities as i', 'i.user_id', 'u.id')
    .select('u.id')
    .where('u.deleted_at', 'is not', null)
    .where('u.scim_id', 'is not', null)
    .where(
      sql<boolean>`((coalesce(i.protocol, ${protocol}) = ${protocol} and i.issuer = ${issuer} and i.subject = ${subject})
        or lower(u.email) = lower(${email}))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The subject of an account at the provider, for single sign-out. */
export async function findSubject(
  db: Reader,
  userId: number,
  { protocol, issuer }: Omit<Identity, 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('linked_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('protocol', '=', protocol)
    .where('issuer', '=', issuer)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.subject
}

/** Replaces the link if its account was deleted, and the one of this account whose protocol was not known. */
export async function linkIdentity(db: Db, { protocol, issuer, subject }: Identity, userId: number) {
  await db
    .deleteFrom('linked_identities')
    .where('protocol', 'is', null)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .execute()
  await db
    .insertInto('linked_identities')
    .values({ protocol, issuer, subject, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['protocol', 'issuer', 'subject']).doUpdateSet({ user_id: userId }),
    )
    .execute()
}

/** Serialises concurrent first sign-ins of the same person. */
export const lockPerson = (tx: Tx, key: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`sign-in of ${key.toLowerCase()}`}))`.execute(tx.db)

export async function findRole(db: Reader, id: number): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('type', 'in', ['root', 'root-custom'])
    .executeTakeFirst()
}
