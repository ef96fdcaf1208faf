import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { REVERT_DAYS } from '../write/undo.ts'
import type { Job } from './jobs.ts'

/** Deletes expired rows: those of the platform, and those of each slice. */
export const housekeeping = (db: Db, slices: readonly ((db: Db) => Promise<unknown>)[]): Job => ({
  name: 'housekeeping',
  cron: '*/5 * * * *',
  async run() {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from undos where created_at < now() - make_interval(days => ${REVERT_DAYS})`.execute(db)
    await sql`delete from heartbeats where at < now() - interval '1 hour'`.execute(db)
    for (const expire of slices) await expire(db)
  },
})
