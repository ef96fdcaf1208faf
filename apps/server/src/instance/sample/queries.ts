import type {
  EvaluationSample,
  SampledContexts,
  SetEvaluationSample,
} from '@flagstaff/contract/evaluation-sample'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { storableJson } from '../../platform/database/text.ts'
import type { Tx } from '../../platform/write/write.ts'
import { findSetting } from '../settings/queries.ts'

export type Sampled = { environment: string; context: Record<string, unknown> }

export const findSample = (db: Db): Promise<SetEvaluationSample | undefined> =>
  findSetting(db as unknown as Reader, 'evaluation-sample')

/** Stores samples, and deletes those that are older than a week or above the limit per environment. */
export async function insertSamples(db: Db, samples: readonly Sampled[], most: number): Promise<void> {
  await sql`
    insert into evaluation_samples (environment, context)
    select environment, context from json_to_recordset(${storableJson(samples)}::json)
      as row(environment text, context jsonb)`.execute(db)
  await sql`
    delete from evaluation_samples where seen_at < now() - interval '7 days' or id in (
      select id from (
        select id, row_number() over (partition by environment order by id desc) as place from evaluation_samples
      ) ranked where place > ${most})`.execute(db)
}

export const removeSamples = (tx: Tx) => tx.db.deleteFrom('evaluation_samples').execute()

export const countSamples = (db: Reader): Promise<EvaluationSample['environments']> =>
  rowsOf(
    db,
    sql<EvaluationSample['environments'][number]>`
    select environment as name, count(*)::integer as contexts, ${moment(sql`max(seen_at)`)} as "newestAt"
    from evaluation_samples group by environment order by environment`,
  )

/** Newest first. */
export const listSamples = (db: Reader, environment: string): Promise<SampledContexts['contexts']> =>
  rowsOf(
    db,
    sql<SampledContexts['contexts'][number]>`
    select ${moment(sql`seen_at`)} as "seenAt", context from evaluation_samples
    where environment = ${environment} order by id desc`,
  )

const moment = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
