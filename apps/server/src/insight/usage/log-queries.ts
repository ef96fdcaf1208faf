import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Evaluations of a flag (on and off), or with a variant, the number of times that variant was returned. */
export type UsageRow = {
  hour: Date
  environment: string
  app: string
  flag: string
  variant: string
  yes: number
  no: number
}

/** Appends a batch as one row; it counts as soon as this is committed. */
export const appendUsage = (db: Db, writer: number, rows: readonly UsageRow[]) =>
  sql`insert into usage_log (writer, rows) values (${writer}, ${grouped(rows)})`.execute(db)

/** Moves up to so many batches into the hours, and returns how many there were. */
export async function foldBatches(db: Db, most: number, wait: boolean): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_usage(${most}::integer, ${wait}::boolean) as folded`.execute(db)
  return rows[0]?.folded ?? 0
}

/** No batch is folded while the work runs, so that both can change the same hours without a deadlock. */
export const withoutFolding = (db: Db, work: (db: Db) => Promise<unknown>) =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('usage fold'))`.execute(trx)
    await work(trx as unknown as Db)
  })

type Counts = [flag: string, variant: string, yes: number, no: number]
type Group = { hour: Date; environment: string; app: string; counts: Counts[] }

/** Rows of the same report follow each other, so that hour, environment and application are written once. */
function grouped(rows: readonly UsageRow[]): string {
  const groups: Group[] = []
  for (const { hour, environment, app, flag, variant, yes, no } of rows) {
    let group = groups.at(-1)
    if (group?.app !== app || group.environment !== environment || group.hour !== hour) {
      group = { hour, environment, app, counts: [] }
      groups.push(group)
    }
    group.counts.push([flag, variant, yes, no])
  }
  return JSON.stringify(groups)
}
