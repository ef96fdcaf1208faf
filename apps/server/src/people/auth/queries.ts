import { sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type Account, accountColumns, nameOf } from './account.ts'

/** The account of a session that has not ended. */
export async function findSession(db: Reader, digest: Buffer, idleHours: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.username', 'u.email', 'u.name', 'u.root_role as rootRole', 's.seen_at as seenAt'])
    .where('s.digest', '=', digest)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .$if(idleHours > 0, (query) =>
      query.where('s.seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleHours * 3_600})`),
    )
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

export const ownerOf = (digest: Buffer) =>
  sql<number>`(select user_id from sessions where digest = ${digest})`

export const markSessionSeen = (db: Db, digest: Buffer) =>
  db.updateTable('sessions').set({ seen_at: new Date() }).where('digest', '=', digest).execute()

/**
 * Finds the account to sign in to, by user name or else by email. The attempt is counted in the same statement, so that
 * existing accounts take no longer than unknown ones.
 */
export async function tryAccount(
  db: Db,
  name: string,
): Promise<(Account & { password_hash: string | null }) | undefined> {
  return db
    .updateTable('users')
    .set((eb) => ({ login_attempts: eb('login_attempts', '+', 1) }))
    .where(
      'id',
      '=',
      sql<number>`(select id from users
        where (lower(username) = lower(${name}) or lower(email) = lower(${name}))
          and deleted_at is null and not is_service
        order by lower(username) = lower(${name}) desc nulls last limit 1)`,
    )
    .returning([...accountColumns, 'password_hash'])
    .executeTakeFirst()
}

/** The name of an account in the event log, found by the name a user typed. */
export async function findAccountName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'name'])
    .where(sql<boolean>`(lower(username) = lower(${name}) or lower(email) = lower(${name}))`)
    .where('deleted_at', 'is', null)
    .where('is_service', '=', false)
    .executeTakeFirst()
  return row && nameOf(row)
}

/** Whether the account has a session from this address. An attacker who guesses the password has none. */
export async function isKnownAddress(db: Db, name: string, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where(sql<boolean>`(lower(u.username) = lower(${name}) or lower(u.email) = lower(${name}))`)
    .where('s.ip', '=', ip)
    .where('s.expires_at', '>', new Date())
    .executeTakeFirst()
  return row !== undefined
}

type NewSession = {
  digest: Buffer
  userId: number
  expiresAt: Date
  ip: string
  userAgent: string | null
  authType: string
  sealedHint: Buffer | null
}

/** Stores a session and ends the oldest ones above the session limit of an account. */
export async function insertSession(db: Db, session: NewSession, most: number): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      digest: session.digest,
      user_id: session.userId,
      expires_at: session.expiresAt,
      ip: session.ip,
      user_agent: session.userAgent,
      auth_type: session.authType,
      provider_hint: session.sealedHint,
    })
    .execute()
  await sql`delete from sessions where digest in (
    select digest from sessions where user_id = ${session.userId}
    order by created_at desc, digest = ${session.digest} desc offset ${most})`.execute(db)
}

const MOST_BROWSERS = 100

/** Remembers the browser of a sign-in. Above the limit of an account nothing is stored. */
export const noteBrowser = (
  db: Db,
  { userId, browser, ip }: { userId: number; browser: string; ip: string },
) =>
  sql`
    insert into known_browsers (user_id, browser, ip)
    select ${userId}, ${browser}, ${ip}
    where (select count(*) from known_browsers where user_id = ${userId} and browser <> ${browser}) < ${MOST_BROWSERS}
    on conflict (user_id, browser) do update set seen_at = now()`.execute(db)

/** Ends a session; returns its account and how it was opened. */
export async function removeSession(db: Db, digest: Buffer) {
  return db
    .deleteFrom('sessions as s')
    .using('users as u')
    .whereRef('u.id', '=', 's.user_id')
    .where('s.digest', '=', digest)
    .returning([
      'u.id',
      'u.username',
      'u.email',
      'u.name',
      's.auth_type as authType',
      's.provider_hint as sealedHint',
    ])
    .executeTakeFirst()
}

/** Ends all sessions of the accounts, optionally except one. */
export const removeSessionsOf = (tx: Tx, userIds: readonly number[], except?: Buffer) =>
  tx.db
    .deleteFrom('sessions')
    .where('user_id', 'in', userIds)
    .$if(except !== undefined, (query) => query.where('digest', '<>', except ?? Buffer.alloc(0)))
    .execute()

export const countSessions = async (db: Reader): Promise<number> => {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const endAllSessions = (db: Db) => db.deleteFrom('sessions').execute()

/** Marks a successful sign-in and resets the counter of failed ones. */
export const markSignedIn = (db: Db, userId: number, passwordHash?: string) =>
  db
    .updateTable('users')
    .set({
      seen_at: new Date(),
      login_attempts: 0,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    .where('id', '=', userId)
    .returning(['id', 'username', 'email', 'name'])
    .executeTakeFirstOrThrow()

export async function findPasswordSwitch(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'unleash.auth.simple')
    .executeTakeFirst()
  return (row?.value as { disabled?: boolean } | undefined)?.disabled ?? false
}
