import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import { any } from '../queries.ts'

export const archive = (tx: Tx, names: readonly string[]) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({ archived_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('name', '=', any(names))
    .execute()

/** Revives flags, turned off in every environment. Their lifecycle starts over unless `goOn` is set. */
export async function revive(tx: Tx, names: readonly string[], goOn: boolean) {
  const afresh = {
    revived_at: sql<Date>`now()`,
    pre_live_at: null,
    live_at: null,
    completed_at: null,
    completed_status: null,
    completed_value: null,
  }
  await tx.db
    .updateTable('flags')
    .set((eb) => ({ archived_at: null, version: eb('version', '+', 1), ...(goOn ? {} : afresh) }))
    .where('name', '=', any(names))
    .execute()
  await tx.db
    .updateTable('flag_environments')
    .set({ enabled: false })
    .where('flag', '=', any(names))
    .execute()
}

export const removeFlags = (tx: Tx, names: readonly string[]) =>
  tx.db.deleteFrom('flags').where('name', '=', any(names)).execute()

/** The segments that active rules of each flag use. */
export async function listUsedSegments(db: Reader, names: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string; ids: number[] }>`
    select r.flag, array_agg(distinct s.segment_id order by s.segment_id) as ids
    from rules r join rule_segments s on s.rule_id = r.id
    where r.flag = any(${names}) and not r.disabled
    group by r.flag`,
  )
  return new Map(rows.map(({ flag, ids }) => [flag, ids]))
}

/** The environments in which some of these flags are on. */
export const listWhereOn = (db: Reader, names: readonly string[]) =>
  rowsOf(
    db,
    sql<{ environment: string; flags: string[] }>`
    select environment, array_agg(flag order by flag) as flags from flag_environments
    where flag = any(${names}) and enabled group by environment order by environment`,
  )
