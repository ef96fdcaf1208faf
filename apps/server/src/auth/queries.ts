import { sql } from 'kysely'
import type { Db, Reader } from '../platform/database.ts'
import type { Tx } from '../platform/write.ts'
import { type Account, accountColumns } from './account.ts'

/** The account of a session that has not ended. */
export async function findSession(db: Reader, digest: Buffer, idleHours: number) {
  const idleSince = new Date(Date.now() - idleHours * 3_600_000)
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.username', 'u.email', 'u.name', 'u.root_role as rootRole', 's.seen_at as seenAt'])
    .where('s.digest', '=', digest)
    .where('s.expires_at', '>', new Date())
    .$if(idleHours > 0, (query) => query.where('s.seen_at', '>', idleSince))
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

export const markSessionSeen = (db: Db, digest: Buffer) =>
  db.updateTable('sessions').set({ seen_at: new Date() }).where('digest', '=', digest).execute()

/** Counts an attempt of each in this minute, and gives how many there were. */
export async function countAttempts(db: Db, who: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('login_attempts')
    .values(
      [...who]
        .sort()
        .map((one) => ({ who: one, minute: sql<Date>`date_trunc('minute', now())`, attempts: 1 })),
    )
    .onConflict((conflict) =>
      conflict.columns(['who', 'minute']).doUpdateSet({ attempts: sql`login_attempts.attempts + 1` }),
    )
    .returning(['who', 'attempts'])
    .execute()
  return new Map(rows.map(({ who, attempts }) => [who, attempts]))
}

/**
 * The account somebody wants to sign in to, by user name or else by address. The try is counted in the same
 * statement, so that accounts which exist take no longer than those which do not.
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

/** Whether somebody is signed in to the account from this address: whoever guesses its password is not. */
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

type NewSession = { digest: Buffer; userId: number; expiresAt: Date; ip: string; userAgent: string | null }

/** Stores a session and ends the oldest ones beyond the number an account may have. */
export async function insertSession(db: Db, session: NewSession, most: number): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      digest: session.digest,
      user_id: session.userId,
      expires_at: session.expiresAt,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()
  await sql`delete from sessions where digest in (
    select digest from sessions where user_id = ${session.userId}
    order by created_at desc, digest = ${session.digest} desc offset ${most})`.execute(db)
}

export const removeSession = (db: Db, digest: Buffer) =>
  db.deleteFrom('sessions').where('digest', '=', digest).execute()

/** Ends the sessions of an account, except one where given. */
export const removeSessionsOf = (tx: Tx, userId: number, except?: Buffer) =>
  tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('digest', '<>', except ?? Buffer.alloc(0)))
    .execute()

/** A successful sign-in: the failed ones before it are forgiven. */
export const markSignedIn = (db: Db, userId: number, passwordHash?: string) =>
  db
    .updateTable('users')
    .set({
      seen_at: new Date(),
      login_attempts: 0,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    .where('id', '=', userId)
    .execute()
