import type { FeatureType } from '@flagstaff/contract/flag-types'
import type { Selectable } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'

export const listFlagTypes = async (db: Reader): Promise<FeatureType[]> =>
  (await db.selectFrom('flag_types').selectAll().orderBy('sort_order').orderBy('id').execute()).map(toType)

export async function lockFlagType(tx: Tx, id: string): Promise<FeatureType | undefined> {
  const row = await tx.db
    .selectFrom('flag_types')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toType(row)
}

export async function replaceLifetime(tx: Tx, id: string, days: number | null): Promise<FeatureType> {
  const row = await tx.db
    .updateTable('flag_types')
    .set((eb) => ({ lifetime_days: days, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toType(row)
}

const toType = (row: Selectable<Tables['flag_types']>): FeatureType => ({
  id: row.id,
  name: row.name,
  description: row.description,
  lifetimeDays: row.lifetime_days,
  objectVersion: row.version,
})
