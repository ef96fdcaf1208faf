import { sql } from 'kysely'
import type { OwnDb } from '../../platform/database/owners.ts'

/** The login history contains names and IP addresses, so it is only kept for two weeks. */
const LOGINS_KEPT = sql<Date>`now() - interval '14 days'`

export async function expireSessions(db: OwnDb<'people/auth'>) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('logins').where('created_at', '<', LOGINS_KEPT).execute()
  await db.deleteFrom('known_browsers').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute()
  await db.deleteFrom('login_attempts').where('minute', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
