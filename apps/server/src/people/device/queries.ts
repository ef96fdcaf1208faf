import { sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/database.ts'
import type { OwnDb } from '../../platform/database/owners.ts'
import type { Tx } from '../../platform/write/write.ts'

export type Grant = { host: string; ip: string; days: number; proposeOnly: boolean }
const columns = ['host', 'ip', 'days', 'propose_only as proposeOnly'] as const

type NewGrant = Grant & { digest: Buffer; userCodeDigest: Buffer; expiresAt: Date }

/** False if another device has this user code. */
export async function insertGrant(db: Db, { userCodeDigest, expiresAt, proposeOnly, ...grant }: NewGrant) {
  const row = await db
    .insertInto('device_grants')
    .values({
      ...grant,
      user_code_digest: userCodeDigest,
      expires_at: expiresAt,
      propose_only: proposeOnly,
    })
    .onConflict((conflict) => conflict.column('user_code_digest').doNothing())
    .returning('host')
    .executeTakeFirst()
  return row !== undefined
}

/** The device that waits with this code: not expired, and not approved or denied yet. */
export const findWaiting = (db: Reader, userCodeDigest: Buffer) =>
  db
    .selectFrom('device_grants')
    .select([...columns, 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_code_digest', '=', userCodeDigest)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('user_id', 'is', null)
    .where('denied', '=', false)
    .executeTakeFirst()

type Answer = { user_id: number } | { denied: true }

/** Undefined if the device no longer waits, so only the first answer counts. */
export const answerGrant = (tx: Tx, userCodeDigest: Buffer, answer: Answer): Promise<Grant | undefined> =>
  tx.db
    .updateTable('device_grants')
    .set(answer)
    .where('user_code_digest', '=', userCodeDigest)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('user_id', 'is', null)
    .where('denied', '=', false)
    .returning(columns)
    .executeTakeFirst()

type Polled = { userId: number | null; denied: boolean; isEarly: boolean }

/** Notes that a device asked for its token. Each request that comes too early makes the interval 5 seconds longer. */
export async function pollGrant(db: Db, digest: Buffer): Promise<Polled | undefined> {
  const { rows } = await sql<Polled>`
    with known as (
      select digest, coalesce(polled_at > now() - make_interval(secs => poll_seconds - 1), false) as early
      from device_grants where digest = ${digest} and expires_at > now() for update
    )
    update device_grants g
    set polled_at = now(), poll_seconds = least(60, g.poll_seconds + case when k.early then 5 else 0 end)
    from known k where g.digest = k.digest
    returning g.user_id as "userId", g.denied, k.early as "isEarly"`.execute(db)
  return rows[0]
}

/** Deletes the grant as it reads it, so that only one token is issued. */
export const takeGrant = (tx: Tx, digest: Buffer, userId: number): Promise<Grant | undefined> =>
  tx.db
    .deleteFrom('device_grants')
    .where('digest', '=', digest)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(columns)
    .executeTakeFirst()

/** What these accounts have approved gives no token any more. */
export const removeGrantsOf = (tx: Tx, userIds: readonly number[]) =>
  tx.db.deleteFrom('device_grants').where('user_id', 'in', userIds).execute()

/** The account that approved a device, unless it was deleted since. */
export const findApprover = (db: Reader, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const expireGrants = async (db: OwnDb<'people/device'>) => {
  await db.deleteFrom('device_grants').where('expires_at', '<', sql<Date>`now()`).execute()
}
