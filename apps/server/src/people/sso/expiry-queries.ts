import { sql } from 'kysely'
import type { OwnDb } from '../../platform/database/owners.ts'

export async function expireFlows(db: OwnDb<'people/sso'>) {
  await db.deleteFrom('sign_in_flows').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('sign_in_trials').where('expires_at', '<', sql<Date>`now()`).execute()
}
