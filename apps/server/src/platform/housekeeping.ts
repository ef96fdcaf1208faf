import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Job } from './jobs.ts'
import { REVERT_DAYS } from './undo.ts'

/** The end of a token is kept this long; whoever reads less often starts over. */
export const TOKEN_END_KEPT_MINUTES = 10

/** The login history names people and their addresses, so it is kept no longer than it helps. */
const LOGINS_KEPT_HOURS = 336

/** Takes away what has served its time. */
export const housekeeping = (db: Db): Job => ({
  name: 'housekeeping',
  cron: '*/5 * * * *',
  async run() {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from undos where created_at < now() - make_interval(days => ${REVERT_DAYS})`.execute(db)
    await sql`delete from sessions where expires_at < now()`.execute(db)
    await sql`delete from password_links where expires_at < now() - interval '1 day'`.execute(db)
    await sql`delete from logins where created_at < now() - make_interval(hours => ${LOGINS_KEPT_HOURS})`.execute(
      db,
    )
    await sql`delete from sign_in_flows where expires_at < now()`.execute(db)
    await sql`delete from sign_in_trials where expires_at < now()`.execute(db)
    await sql`delete from heartbeats where at < now() - interval '1 hour'`.execute(db)
    await sql`delete from login_attempts where minute < now() - interval '1 hour'`.execute(db)
    // Readers that were away for longer start over, so nobody needs the end of a token any more.
    await sql`
      delete from published p using events e
      where p.kind = 'token' and p.until_revision = e.revision and e.created_at < now() - make_interval(mins => ${TOKEN_END_KEPT_MINUTES})`.execute(
      db,
    )
  },
})
