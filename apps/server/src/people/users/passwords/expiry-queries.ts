import { sql } from 'kysely'
import type { OwnDb } from '../../../platform/database/owners.ts'

export const expireLinks = (db: OwnDb<'people/users'>) =>
  db.deleteFrom('password_links').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
