import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'

/** The values in the settings table, by name. */
export type Stored = {
  /** Identifies this installation; created by a migration. */
  instance: { id: string }
  frontend: { origins: string[]; enabled: boolean }
  maintenance: { enabled: boolean }
  /** When all streams were last disconnected, in milliseconds since 1970. */
  streams: { closedAt: number }
  'evaluation-sample': { enabled: boolean; share: number; properties: string[]; pseudonyms?: string[] }
  /** In a separate row, so that the key is not part of what is shown and recorded. */
  'evaluation-sample-key': { sealed: string }
}

export async function findSetting<Name extends keyof Stored>(
  db: Reader,
  name: Name,
): Promise<Stored[Name] | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value as Stored[Name] | undefined
}

/** Locks the setting, even if it is not stored yet. */
export async function lockSetting<Name extends keyof Stored>(
  tx: Tx,
  name: Name,
): Promise<Stored[Name] | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`setting ${name}`}))`.execute(tx.db)
  return findSetting(tx.read, name)
}

export const replaceSetting = <Name extends keyof Stored>(tx: Tx, name: Name, value: Stored[Name]) =>
  tx.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: JSON.stringify(value), version: sql`settings.version + 1` }),
    )
    .execute()
