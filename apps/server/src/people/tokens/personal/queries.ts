import type { Pat } from '@flagstaff/contract/tokens'
import { type Selectable, sql } from 'kysely'
import type { Db, Reader } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { expiryWarning } from '../rules.ts'

type Row = Omit<Selectable<Tables['personal_tokens']>, 'digest' | 'noticed_days'>
const columns = [
  'id',
  'user_id',
  'description',
  'expires_at',
  'created_at',
  'seen_at',
  'propose_only',
] as const

/** Tokens of one or more accounts, with a warning if they expire within the longest notice. */
export async function listPersonalTokens(
  db: Reader,
  userIds: readonly number[],
  noticeDays: readonly number[],
): Promise<Pat[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('personal_tokens')
    .select(columns)
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const times = { createdAt: row.created_at, expiresAt: row.expires_at }
    const warning = expiryWarning(times, Math.max(...noticeDays), new Date())
    return { ...toPat(row), ...(warning ? { expiryWarning: warning } : {}) }
  })
}

/** Locks the account first, so that concurrent requests cannot exceed the limit. */
export async function countPersonalTokens(tx: Tx, userId: number): Promise<number> {
  await tx.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { count } = await tx.db
    .selectFrom('personal_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

type NewPersonalToken = {
  userId: number
  description: string
  digest: Buffer
  expiresAt: string
  proposeOnly: boolean
}

/** Undefined if the account already has a token with this description. */
export async function insertPersonalToken(tx: Tx, token: NewPersonalToken): Promise<Pat | undefined> {
  const row = await tx.db
    .insertInto('personal_tokens')
    .values({
      user_id: token.userId,
      description: token.description,
      digest: token.digest,
      expires_at: token.expiresAt,
      propose_only: token.proposeOnly,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'description']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toPat(row)
}

/** Undefined if the account has no such token. */
export async function removePersonalToken(tx: Tx, userId: number, id: number): Promise<Pat | undefined> {
  const row = await tx.db
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
  return row && toPat(row)
}

export async function removePersonalTokenNamed(
  tx: Tx,
  userId: number,
  description: string,
): Promise<Pat | undefined> {
  const row = await tx.db
    .deleteFrom('personal_tokens')
    .where('user_id', '=', userId)
    .where('description', '=', description)
    .returning(columns)
    .executeTakeFirst()
  return row && toPat(row)
}

export const removePersonalTokensOf = (tx: Tx, userIds: readonly number[]) =>
  tx.db.deleteFrom('personal_tokens').where('user_id', 'in', userIds).execute()

/** The account of a personal token that has not expired. */
export async function findTokenOwner(db: Reader, digest: Buffer) {
  return db
    .selectFrom('personal_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id as tokenId',
      't.seen_at as seenAt',
      't.propose_only as proposeOnly',
      't.expires_at as expiresAt',
      'u.id',
      'u.username',
      'u.email',
      'u.name',
      'u.root_role as rootRole',
      'u.is_service as isService',
    ])
    .where('t.digest', '=', digest)
    .where('t.expires_at', '>', sql<Date>`now()`)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

export const ownerOf = (digest: Buffer) =>
  sql<number>`(select user_id from personal_tokens where digest = ${digest})`

export const markPersonalTokenSeen = (db: Db, id: number) =>
  db.updateTable('personal_tokens').set({ seen_at: new Date() }).where('id', '=', id).execute()

const toPat = (row: Row): Pat => ({
  id: row.id,
  userId: row.user_id,
  description: row.description,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
  proposeOnly: row.propose_only,
})
