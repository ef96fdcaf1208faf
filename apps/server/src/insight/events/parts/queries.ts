import type { Span } from '@flagstaff/event-log/part-file'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { withLargeBudget } from '../../../platform/database/deadline.ts'

export type PartRow = Span & {
  /** The newest event of the whole log. */
  newest: number
  bytes: number
  from: Date | null
  to: Date | null
  checked: number | null
  failure: string | null
  isRequested: boolean
  isRecorded: boolean
  /** A follower of the event log that has not read all of it yet. */
  waitsFor: string | null
}

/** Parts that have events, oldest first. The first one starts after what was removed. */
export const listParts = (db: Reader): Promise<PartRow[]> =>
  rowsOf(
    db,
    sql<PartRow>`
      select greatest(p.first_revision, gone.upto + 1) as first, p.last_revision as last, c.revision as newest,
        pg_total_relation_size(p.name::regclass) as bytes,
        (select created_at from events where revision = greatest(p.first_revision, gone.upto + 1)) as from,
        (select created_at from events where revision = least(p.last_revision, c.revision)) as to,
        r.checked_revision as checked, r.failure, r.last_revision is not null as "isRequested",
        r.last_hash is not null as "isRecorded",
        (select name from followers where revision < p.last_revision order by revision limit 1) as "waitsFor"
      from event_parts() p cross join counter c
      cross join (select coalesce(max(last_revision), 0) as upto from removed_event_parts where removed_at is not null) gone
      left join removed_event_parts r on r.last_revision = p.last_revision
      where p.first_revision <= c.revision and p.last_revision > gone.upto
      order by p.first_revision`,
  )

export type RemovedRow = Span & {
  sha256: string
  lastHash: string | null
  failure: string | null
  removedAt: Date | null
}

const removed = sql`select first_revision as first, last_revision as last, encode(file_digest, 'hex') as sha256,
  encode(last_hash, 'hex') as "lastHash", failure, removed_at as "removedAt" from removed_event_parts`

export const listRemoved = (db: Reader): Promise<RemovedRow[]> =>
  rowsOf(db, sql<RemovedRow>`${removed} where removed_at is not null order by last_revision`)

/** Removals that neither failed nor ended. */
export const listUnfinished = (db: Reader): Promise<RemovedRow[]> =>
  rowsOf(db, sql<RemovedRow>`${removed} where removed_at is null and failure is null order by last_revision`)

export const findRemoval = async (db: Reader, last: number): Promise<RemovedRow | undefined> =>
  (await rowsOf(db, sql<RemovedRow>`${removed} where last_revision = ${last}`))[0]

/** The hash of the event before a part; null for the first event of all. */
export async function findHashBefore(db: Reader, first: number): Promise<Buffer | null> {
  const [row] = await rowsOf(
    db,
    sql<{ hash: Buffer | null }>`select coalesce(
      (select last_hash from removed_event_parts where last_revision = ${first - 1}),
      (select hash from events where revision = ${first - 1})) as hash`,
  )
  return row?.hash ?? null
}

type Writer = Pick<Db, 'insertInto' | 'updateTable'>

export const insertRemoval = (db: Writer, { first, last }: Span, digest: Buffer) =>
  db
    .insertInto('removed_event_parts')
    .values({ first_revision: first, last_revision: last, file_digest: digest })
    .onConflict((conflict) =>
      conflict.column('last_revision').doUpdateSet({
        first_revision: first,
        file_digest: digest,
        requested_at: sql<Date>`now()`,
        checked_revision: 0,
        failure: null,
      }),
    )
    .execute()

const update = (db: Writer, last: number) =>
  db.updateTable('removed_event_parts').where('last_revision', '=', last)

export const storeChecked = (db: Writer, last: number, revision: number) =>
  update(db, last).set({ checked_revision: revision }).execute()

export const storeFailure = (db: Writer, last: number, failure: string) =>
  update(db, last).where('last_hash', 'is', null).set({ failure }).execute()

/** Returns whether this call has stored it. */
export const storeLastHash = async (db: Writer, last: number, hash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await update(db, last)
    .where('last_hash', 'is', null)
    .set({ last_hash: hash, failure: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const storeRemoved = (db: Writer, last: number) =>
  update(db, last).where('removed_at', 'is', null).set({ removed_at: new Date() }).execute()

/** It reads some events of every part. */
const ANALYZE_MINUTES = 15

/** PostgreSQL analyzes the parts by itself, but not the log as a whole. */
export const analyzeEvents = async (db: Db) => {
  const { rows } = await sql`select 1 from pg_stat_user_tables
    where relid = 'events'::regclass and last_analyze > now() - interval '1 day'`.execute(db)
  if (rows.length > 0) return
  await withLargeBudget(ANALYZE_MINUTES * 60_000, () =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(`${ANALYZE_MINUTES}min`)}`.execute(trx)
      await sql`analyze events`.execute(trx)
    }),
  )
}
