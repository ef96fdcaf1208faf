import type { EvaluationSample, SampledContexts } from '@flagstaff/contract/evaluation-sample'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { storableJson } from '../../platform/database/text.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Stored } from '../settings/queries.ts'
import { append, type Columns, slice, toContexts } from './columns.ts'
import { type Bounds, type Held, planCuts } from './trim.ts'

/** Contexts of one application that came with tokens of the same projects. */
export type Collected = {
  environment: string
  app: string
  projects: readonly string[]
  count: number
  fields: Columns
}

export const MOST_IN_BATCH = 1_000
export const MOST_SAMPLED: Bounds = { contexts: 10_000, batches: 200 }

export type StoredSetting = Stored['evaluation-sample'] & { version: number; sealedKey: string | null }

/** The setting, with its version and the encrypted key of its pseudonyms. */
export async function findSample(db: Db | Reader): Promise<StoredSetting | undefined> {
  const [row] = await rowsOf(
    db as Reader,
    sql<{ value: Stored['evaluation-sample']; version: number; sealedKey: string | null }>`
      select s.value, s.version, (select k.value ->> 'sealed' from settings k where k.name = 'evaluation-sample-key') as "sealedKey"
      from settings s where s.name = 'evaluation-sample'`,
  )
  return row && { ...row.value, version: row.version, sealedKey: row.sealedKey }
}

/**
 * Stores contexts, and deletes those that are too old or too many. Contexts that were collected under another version of
 * the setting are dropped: they can have fields that must not be stored any more.
 */
export async function insertSamples(db: Db, collected: readonly Collected[], version: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('evaluation samples'))`.execute(db)
  const { rows } = await sql<{ version: number }>`
    select version from settings where name = 'evaluation-sample' for share`.execute(db)
  if (rows[0]?.version !== version) return
  for (const group of collected) await addTo(db, group)
  await sql`delete from sample_batches where started_at < now() - interval '7 days'`.execute(db)
  for (const environment of new Set(collected.map((group) => group.environment))) await trim(db, environment)
}

type Open = { id: number; count: number; fields: Columns }

/** Fills the newest batch first. A batch is open for a day, so that all of it is deleted within the week. */
async function addTo(db: Db, { environment, app, projects, count, fields }: Collected) {
  const { rows } = await sql<Open>`
    select id, count, fields from sample_batches
    where environment = ${environment} and app = ${app} and projects = ${projects}::text[]
      and count < ${MOST_IN_BATCH} and started_at > now() - interval '1 day'
    order by id desc limit 1`.execute(db)
  const [open] = rows
  const fits = open ? Math.min(count, MOST_IN_BATCH - open.count) : 0
  if (open) {
    const filled = append(open, { count: fits, fields: slice(fields, 0, fits) })
    await replaceFields(db, open.id, open.count + fits, filled)
  }
  if (fits === count) return
  await sql`
    insert into sample_batches (environment, app, projects, count, fields)
    values (${environment}, ${app}, ${projects}::text[], ${count - fits}, ${storableJson(slice(fields, fits))}::json)`.execute(
    db,
  )
}

const replaceFields = (db: Db, id: number, count: number, fields: Columns) =>
  sql`update sample_batches set count = ${count}, seen_at = now(), fields = ${storableJson(fields)}::json
    where id = ${id}`.execute(db)

async function trim(db: Db, environment: string) {
  const { rows } = await sql<Held>`
    select id, app, count from sample_batches where environment = ${environment} order by id`.execute(db)
  for (const { id, drop } of planCuts(rows, MOST_SAMPLED)) {
    const count = (rows.find((row) => row.id === id)?.count ?? 0) - drop
    if (count <= 0) {
      await sql`delete from sample_batches where id = ${id}`.execute(db)
      continue
    }
    const [batch] = (
      await sql<Open>`select id, count, fields from sample_batches where id = ${id}`.execute(db)
    ).rows
    if (!batch) continue
    await sql`update sample_batches set count = ${count}, fields = ${JSON.stringify(slice(batch.fields, drop))}::json
      where id = ${id}`.execute(db)
  }
}

export const removeSamples = (tx: Tx) => tx.db.deleteFrom('sample_batches').execute()

export const countSamples = (db: Reader): Promise<EvaluationSample['environments']> =>
  rowsOf(
    db,
    sql<EvaluationSample['environments'][number]>`
    select environment as name, sum(count)::integer as contexts, ${moment(sql`max(seen_at)`)} as "newestAt"
    from sample_batches group by environment order by environment`,
  )

export type StoredBatch = Collected & { startedAt: Date; seenAt: Date }

/**
 * The batches of an environment, newest first. With `visible`, only those of tokens whose projects are all among them;
 * a token for all projects says nothing about where its contexts come from, so everyone sees those.
 */
export const listBatches = (
  db: Reader,
  environment: string,
  visible: readonly string[] | null = null,
): Promise<StoredBatch[]> =>
  rowsOf(
    db,
    sql<StoredBatch>`
    select environment, app, projects, count, fields, started_at as "startedAt", seen_at as "seenAt" from sample_batches
    where environment = ${environment}
      and (${visible}::text[] is null or projects <@ (${visible}::text[] || '{*}'::text[]))
    order by id desc`,
  )

const MOST_LISTED = 1_000

/** Newest first. */
export async function listSamples(db: Reader, environment: string): Promise<SampledContexts['contexts']> {
  const batches = await listBatches(db, environment)
  return batches
    .flatMap((batch) =>
      toContexts(batch)
        .reverse()
        .map(({ environment: _, ...context }) => ({ seenAt: batch.seenAt.toISOString(), context })),
    )
    .slice(0, MOST_LISTED)
}

const moment = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
