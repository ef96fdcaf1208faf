import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { folders } from '../folders.ts'
import { withBudget } from './deadline.ts'
import { codeOf, isRetryable } from './failures.ts'
import { cancelBlockers } from './migration-blockers.ts'
import { locksFor } from './migration-locks.ts'

/** Rewriting or checking a large table takes minutes. */
const MOST_MS = 6 * 3_600_000
/** Statements of other servers wait behind a migration that waits for a lock, so it soon gives up and starts over. */
const patience = `set local statement_timeout = 0; set local lock_timeout = '1s';`
const history = `create table if not exists kysely_migration
  (name varchar(255) primary key, timestamp varchar(255) not null)`
const PAUSE_MS = 500
/** While others than servers are in the way, such as a backup, which it does not cancel. */
const MOST_PAUSE_MS = 30_000
/** After so many attempts, others give way: where changes never pause, they would keep a migration from ever starting. */
const POLITE_ATTEMPTS = 8
const CANCEL_EVERY_MS = 100
/** The lock of Kysely's migrator, which servers of older versions take. */
const LOCK = sql.raw('3853314791062309107')

type Migration = { name: string; text: string }
/** Called when a migration has to wait for other statements. */
type OnWait = (name: string, error: unknown) => void

/** Names of all migrations of this version, in order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folders.migrations))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort()

export const readMigrations = async (): Promise<Migration[]> =>
  Promise.all(
    (await listMigrations()).map(async (name) => ({
      name,
      text: await readFile(join(folders.migrations, `${name}.sql`), 'utf8'),
    })),
  )

/**
 * Migrates the database schema. Only one process does it at a time; the others wait. Servers of the previous version may
 * go on making changes: each migration is a separate transaction, which starts over if it meets one of theirs. If that
 * happens again and again, it cancels their statements that are in its way; they answer 503, and the change is sent again.
 * While something else is in its way too, such as a backup, it cancels nothing and tries less and less often.
 */
export async function migrate(
  db: Kysely<never>,
  { migrations, onWait = () => {} }: { migrations?: readonly Migration[]; onWait?: OnWait } = {},
): Promise<void> {
  const all = migrations ?? (await readMigrations())
  await withBudget(MOST_MS, () =>
    db.connection().execute(async (one) => {
      const pid = await pidOf(one)
      await untilAlone(one)
      try {
        const applied = await expectKnown(one, all)
        for (const migration of all)
          if (!applied.has(migration.name))
            await untilFree(() => apply(one, migration), {
              onWait: (error) => onWait(migration.name, error),
              insist: () => insistOn(db, pid),
            })
      } finally {
        await sql`select pg_advisory_unlock(${LOCK})`.execute(one)
      }
    }),
  )
}

/** Waits in many short statements, since a long one would reach the statement timeout. */
async function untilAlone(one: Kysely<never>) {
  for (;;) {
    const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_lock(${LOCK}) as alone`.execute(one)
    if (rows[0]?.alone) return
    await later(PAUSE_MS / 2)
  }
}

type Waiting = { onWait(error: unknown): void; insist(): () => Promise<boolean> }

async function untilFree(work: () => Promise<void>, { onWait, insist }: Waiting) {
  let longPauseMs = PAUSE_MS
  for (let attempt = 1; ; attempt++) {
    const stop = attempt > POLITE_ATTEMPTS ? insist() : undefined
    let hasOthers = false
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) && codeOf(error) !== '55P03') throw error
      onWait(error)
    } finally {
      hasOthers = (await stop?.()) ?? false
    }
    // Servers wait for as long as the migration does, and a backup may take hours.
    longPauseMs = hasOthers ? Math.min(2 * longPauseMs, MOST_PAUSE_MS) : PAUSE_MS
    await later(hasOthers ? longPauseMs : Math.random() * PAUSE_MS)
  }
}

async function pidOf(one: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
  return rows[0]?.pid ?? 0
}

/** Cancels servers that are in the way until it is stopped, which returns whether others were. */
function insistOn(db: Kysely<never>, pid: number): () => Promise<boolean> {
  let isGoing = true
  let hasOthers = false
  const work = async () => {
    while (isGoing) {
      if (await cancelBlockers(db, pid).catch(() => false)) hasOthers = true
      await later(CANCEL_EVERY_MS)
    }
    return hasOthers
  }
  const done = work()
  return () => {
    isGoing = false
    return done
  }
}

const apply = (one: Kysely<never>, { name, text }: Migration) =>
  one.transaction().execute(async (trx) => {
    await sql.raw(`${patience} ${await locksFor(trx, text)} ${text}; ${history}`).execute(trx)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      trx,
    )
  })

async function readApplied(db: Kysely<never>): Promise<Set<string>> {
  // Not with `to_regclass`, which does not notice a table that another session has just created.
  const { rows: found } = await sql<{ there: boolean }>`select exists (
    select from pg_class where relname = 'kysely_migration' and pg_table_is_visible(oid)) as there`.execute(
    db,
  )
  if (!found[0]?.there) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** A newer version may have migrated the database; this one would misread it. Returns the applied migrations. */
async function expectKnown(db: Kysely<never>, all: readonly Migration[]): Promise<Set<string>> {
  const applied = await readApplied(db)
  const known = new Set(all.map(({ name }) => name))
  const newer = [...applied].filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new Error(
      `A newer version of Flagstaff has migrated this database (${newer.join(', ')}). Start that version, or restore a backup from before the upgrade.`,
    )
  return applied
}
