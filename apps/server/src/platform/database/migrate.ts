import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { folders } from '../folders.ts'
import { withBudget } from './deadline.ts'

/** Rewriting or checking a large table takes minutes. */
const MOST_MS = 6 * 3_600_000
/** Statements of other servers wait behind a migration that waits for a lock, so it starts over instead. */
const patience = `set local statement_timeout = 0; set local lock_timeout = '3s';`

/** Names of all migrations of this version, in order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folders.migrations))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort()

/** Migrates the database schema. Only one process does it at a time; the others wait. */
export async function migrate(db: Kysely<never>): Promise<void> {
  const names = (await listMigrations()).map((name) => `${name}.sql`)
  const texts = await Promise.all(names.map((name) => readFile(join(folders.migrations, name), 'utf8')))
  const migrations = Object.fromEntries(
    names.map((name, index) => [
      name.replace(/\.sql$/, ''),
      { up: async (on: Kysely<unknown>) => void (await sql.raw(`${patience} ${texts[index]}`).execute(on)) },
    ]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await expectKnown(db)
  const { error } = await withBudget(MOST_MS, () => migrator.migrateToLatest())
  if (error) throw error
}

/** A newer version may have migrated the database; this one would misread it. */
async function expectKnown(db: Kysely<never>) {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = new Set(await listMigrations())
  const newer = rows.filter(({ name }) => !known.has(name))
  if (newer.length > 0)
    throw new Error(
      `A newer version of Flagstaff has migrated this database (${newer.map(({ name }) => name).join(', ')}). Start that version, or restore a backup from before the upgrade.`,
    )
}
