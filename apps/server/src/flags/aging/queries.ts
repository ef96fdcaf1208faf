import { sql } from 'kysely'
import type { Tx } from '../../platform/write/write.ts'
import { any, type Flag, withTags } from '../queries.ts'

const SOME = 1_000

/** Locks a batch of flags whose potentially-stale mark does not match their age. */
export async function lockMismarkedFlags(tx: Tx): Promise<{ flag: Flag; isOld: boolean }[]> {
  const rows = await tx.db
    .selectFrom('flags')
    .innerJoin('flag_types', 'flag_types.id', 'flags.type')
    .selectAll('flags')
    .where('archived_at', 'is', null)
    .where('stale', '=', false)
    .where(
      'potentially_stale',
      '<>',
      sql<boolean>`coalesce(extract(epoch from now() - created_at) > lifetime_days * 86400.0, false)`,
    )
    .orderBy('flags.name')
    .limit(SOME)
    .forUpdate('flags')
    .execute()
  const wasOld = new Set(rows.filter((row) => row.potentially_stale).map((row) => row.name))
  return (await withTags(tx, rows)).map((flag) => ({ flag, isOld: !wasOld.has(flag.name) }))
}

export const turnMarks = (tx: Tx, names: readonly string[]) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({ potentially_stale: eb.not('potentially_stale') }))
    .where('name', '=', any(names))
    .execute()
