import type { EventType } from '@flagstaff/contract/event-types'
import type { Db } from './database.ts'

/** An event as followers of the log see it. */
export type LoggedEvent = {
  revision: number
  type: EventType
  project: string | null
  environment: string | null
  flag: string | null
  createdAt: Date
  data: unknown
  preData: unknown
}

const BATCH = 500

/**
 * Reads everything above where this follower stands, in order, and moves it on in the same transaction: what
 * `handle` writes happens exactly once, on one process at a time. Gives the number of events handled.
 */
export async function followEvents(
  db: Db,
  name: string,
  handle: (db: Db, events: LoggedEvent[]) => Promise<void>,
): Promise<number> {
  await db
    .insertInto('followers')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  let handled = 0
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const at = await trx
        .selectFrom('followers')
        .select('revision')
        .where('name', '=', name)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!at) return 0
      const rows = await trx
        .selectFrom('events')
        .select([
          'revision',
          'type',
          'project',
          'environment',
          'flag',
          'created_at as createdAt',
          'data',
          'pre_data',
        ])
        .where('revision', '>', at.revision)
        .orderBy('revision')
        .limit(BATCH)
        .execute()
      const last = rows.at(-1)
      if (!last) return 0
      await handle(
        trx as unknown as Db,
        rows.map(({ pre_data, type, ...row }) => ({ ...row, type: type as EventType, preData: pre_data })),
      )
      await trx.updateTable('followers').set({ revision: last.revision }).where('name', '=', name).execute()
      return rows.length
    })
    handled += count
    if (count < BATCH) return handled
  }
}
