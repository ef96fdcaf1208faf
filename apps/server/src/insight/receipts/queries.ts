import type { Receipts } from '@flagstaff/contract/receipts'
import { HASH_DIGITS } from '@flagstaff/delivery'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import type { EdgeAbout } from './edges.ts'
import type { Told } from './rules.ts'

const IS_NEW = sql<boolean>`xmax = 0`.as('isNew')

type Row = {
  reporter: string
  environment: string
  kind: 'server' | 'edge'
  about: object
  receipts: Receipts
}

/** Returns whether the reporter is new in the environment. */
export async function upsertReceipts(
  db: Db,
  { reporter, environment, kind, about, receipts }: Row,
): Promise<boolean> {
  const columns = {
    about: JSON.stringify(about),
    named: JSON.stringify(receipts.named),
    counted: JSON.stringify(receipts.counted),
    updated_at: new Date(),
  }
  const { isNew } = await db
    .insertInto('receipts')
    .values({ reporter, environment, kind, ...columns })
    .onConflict((conflict) => conflict.columns(['reporter', 'environment']).doUpdateSet(columns))
    .returning(IS_NEW)
    .executeTakeFirstOrThrow()
  return isNew
}

/** Null if the database cannot store it, such as one in the year 0. */
function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? '')
  return moment.getUTCFullYear() > 0 ? moment : null
}

/** Kept after the edge is gone, for the statistics of the installation. Returns whether the edge is new. */
export const upsertEdge = async (db: Db, about: EdgeAbout): Promise<boolean> => {
  const columns = {
    parent: about.parent ?? null,
    started_at: momentOf(about.started),
    reported_at: new Date(),
  }
  const { isNew } = await db
    .insertInto('edges')
    .values({ identifier: about.identifier, ...columns })
    .onConflict((conflict) => conflict.column('identifier').doUpdateSet(columns))
    .returning(IS_NEW)
    .executeTakeFirstOrThrow()
  return isNew
}

/**
 * Removes the edges of an environment that have not reported for longest. Edges of other environments stay: a token can
 * only report for its environment.
 */
export async function removeExcessEdges(db: Db, environment: string, most: number): Promise<void> {
  await sql`
    delete from receipts where kind = 'edge' and environment = ${environment} and reporter in (
      select reporter from receipts where kind = 'edge' and environment = ${environment}
      order by updated_at desc, reporter offset ${most}::integer)`.execute(db)
  await sql`
    delete from edges e where identifier in (
        select identifier from edges order by reported_at desc, identifier offset ${most}::integer)
      and reported_at < now() - interval '3 minutes'
      and not exists (select from receipts r where r.kind = 'edge' and r.reporter = e.identifier)`.execute(db)
}

export const removeOldEdges = (db: Db) =>
  db.deleteFrom('edges').where(sql<boolean>`reported_at < now() - interval '3 months'`).execute()

export const removeReporter = (db: Db, reporter: string) =>
  db.deleteFrom('receipts').where('reporter', '=', reporter).execute()

/** Older receipts are ignored, since their process is gone. */
const FRESH = sql`updated_at > now() - case kind when 'edge' then interval '3 minutes' else interval '45 seconds' end`

export const removeOldReceipts = (db: Db) =>
  db.deleteFrom('receipts').where(sql<boolean>`updated_at < now() - interval '1 hour'`).execute()

export const listReceipts = (db: Reader, environment: string): Promise<Told[]> =>
  rowsOf(db, sql<Told>`select named, counted from receipts where environment = ${environment} and ${FRESH}`)

/** Which of these states (`revision-hash`) are part of this history; what changed last may be no longer in the log. */
export async function findOwnStates(db: Reader, tags: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ tag: string }>`
    select t.tag from unnest(${tags}::text[]) t(tag)
    where split_part(t.tag, '-', 1) = '0' or exists (
      select from events e where e.revision = split_part(t.tag, '-', 1)::bigint
        and left(encode(e.hash, 'hex'), ${sql.lit(HASH_DIGITS)}) = split_part(t.tag, '-', 2))
      or exists (select from heads h where h.revision = split_part(t.tag, '-', 1)::bigint
        and left(encode(h.hash, 'hex'), ${sql.lit(HASH_DIGITS)}) = split_part(t.tag, '-', 2))`,
  )
  return new Set(rows.map(({ tag }) => tag))
}

/** The newest change of a flag in an environment, and its time. */
export async function findChange(db: Reader, flag: string, environment: string) {
  const [row] = await rowsOf(
    db,
    sql<{ revision: number; changedAt: Date | null }>`
    select p.revision, (select e.created_at from events e where e.revision = p.revision) as "changedAt"
    from (select max(from_revision) as revision from published
      where kind = 'flag' and name = ${flag} and environment in (${environment}, '*') and until_revision is null) p
    where p.revision is not null`,
  )
  return row
}

export const findMoment = async (db: Reader, revision: number): Promise<Date | null> => {
  const [row] = await rowsOf(
    db,
    sql<{ at: Date }>`select created_at as at from events where revision = ${revision}`,
  )
  return row?.at ?? null
}

export type EdgeRow = {
  environment: string
  about: EdgeAbout
  named: unknown[]
  counted: Told['counted']
  updatedAt: Date
  /** The newest revision of the projects it has access to. */
  head: number
}

export const listEdges = (db: Reader): Promise<EdgeRow[]> =>
  rowsOf(
    db,
    sql<EdgeRow>`select r.environment, about, named, counted, updated_at as "updatedAt", (
      select coalesce(max(h.revision), 0) from heads h
      where h.environment in (r.environment, '*') and (own.projects is null or own.projects ?| array['*', h.project])
    ) as head
    from receipts r left join lateral (
      select key -> 'projects' as projects
      from jsonb_array_elements(about::jsonb -> 'edgeApiKeyRevisionIds') key
      where key ->> 'environment' = r.environment limit 1
    ) own on true
    where kind = 'edge' and ${FRESH} order by about ->> 'appName', reporter, environment`,
  )

/** The newest revision of each environment. */
export const listHeads = (db: Reader) =>
  rowsOf(
    db,
    sql<{ environment: string; revision: number }>`
    select e.name as environment, coalesce(max(h.revision), 0) as revision
    from environments e left join heads h on h.environment in (e.name, '*')
    group by e.name, e.sort_order order by e.sort_order, e.name`,
  )
