import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

export async function isScimOn(db: Reader): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    sql<{
      enabled: boolean | null
    }>`select (value ->> 'enabled')::boolean as enabled from settings where name = 'scim'`,
  )
  return row?.enabled ?? false
}

/** All SCIM accounts, in lock order. */
export async function listScimUsers(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('scim_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the id under which the identity provider knows an account; null removes it. */
export const replaceScimId = (
  tx: Tx,
  id: number,
  { scimId, externalId }: { scimId: string | null; externalId: string | null },
) =>
  tx.db.updateTable('users').set({ scim_id: scimId, external_id: externalId }).where('id', '=', id).execute()

/** Also removes the SCIM ids of deactivated accounts. */
export const forgetScimUsers = (tx: Tx) =>
  tx.db
    .updateTable('users')
    .set({ scim_id: null, external_id: null })
    .where('scim_id', 'is not', null)
    .execute()
