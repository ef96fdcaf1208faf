import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { folders } from '../folders.ts'

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
      { up: async (on: Kysely<unknown>) => void (await sql.raw(texts[index] ?? '').execute(on)) },
    ]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
