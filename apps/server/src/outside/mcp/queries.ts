import type { RemoteMcpSettings } from '@flagstaff/contract/mcp'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'

const NAME = 'remote-mcp'

/** On unless it was turned off. */
export async function findMcpSettings(db: Reader): Promise<RemoteMcpSettings> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value as RemoteMcpSettings | undefined) ?? { enabled: true }
}

/** Locks the setting, even if it is not stored yet. */
export async function lockMcpSettings(tx: Tx): Promise<RemoteMcpSettings> {
  await sql`select pg_advisory_xact_lock(hashtext(${`setting ${NAME}`}))`.execute(tx.db)
  return findMcpSettings(tx.read)
}

export const replaceMcpSettings = (tx: Tx, settings: RemoteMcpSettings) => {
  const value = JSON.stringify(settings)
  return tx.db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value, version: sql`settings.version + 1` }),
    )
    .execute()
}
