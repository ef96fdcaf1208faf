import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../../platform/database/database.ts'
import type { Tx } from '../../../../platform/write/write.ts'
import { EXTERNAL_SOURCE, type StoredSource } from './stored.ts'

export async function findSource(db: Reader): Promise<StoredSource | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', EXTERNAL_SOURCE)
    .executeTakeFirst()
  return row?.value as StoredSource | undefined
}

export async function lockSource(tx: Tx): Promise<StoredSource | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${EXTERNAL_SOURCE}))`.execute(tx.db)
  return findSource(tx.read)
}

export async function replaceSource(tx: Tx, source: StoredSource): Promise<void> {
  const value = JSON.stringify(source)
  await tx.db
    .insertInto('settings')
    .values({ name: EXTERNAL_SOURCE, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value, version: sql`settings.version + 1` }),
    )
    .execute()
}

/** Applications that are used only in projects that the viewer does not see. */
export async function listHiddenApps(db: Reader, projects: readonly string[] | null): Promise<string[]> {
  if (projects === null) return []
  const rows = await rowsOf(
    db,
    sql<{ app: string }>`select app from application_uses group by app
      having not bool_or(project = any(${projects}::text[] || '{*}'::text[])) order by app`,
  )
  return rows.map(({ app }) => app)
}
