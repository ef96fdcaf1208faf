import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

const BATCH = 5_000
const MOST_ATTEMPTS = 60
/** While a statement waits for this lock, changes wait behind it. */
const LOCK_WAIT = '200ms'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Removes the events up to a revision, and the documents that only they needed. Not in the transaction of a change:
 * removing a table and taking the counter in one would deadlock. It can be repeated after any part of it.
 */
export async function removeEventsUpTo(db: Db, revision: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from lock_counter()`.execute(trx)
    await sql`update counter set history_floor = greatest(history_floor, ${revision})`.execute(trx)
  })
  for (;;) {
    const { numAffectedRows } = await sql`delete from published where ctid = any(array(
      select ctid from published where until_revision <= ${revision} limit ${BATCH}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < BATCH) break
  }
  const { rows } = await sql<{ name: string }>`
    select name from event_parts() where last_revision <= ${revision}`.execute(db)
  for (const { name } of rows) await patiently(() => dropPart(db, name))
}

const dropPart = (db: Db, name: string) =>
  db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx)
    await sql`select drop_event_part(${name})`.execute(trx)
  })

/** Long statements, such as those of a backup, hold the table. */
async function patiently(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MOST_ATTEMPTS) throw error
      await sleep(1_000)
    }
  }
}
