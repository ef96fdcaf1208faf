import { sql } from 'kysely'
import type { OwnDb } from '../platform/database/owners.ts'

/** How long the deletion of a token stays published; followers that poll less often do a full reload. */
export const TOKEN_END_KEPT_MINUTES = 10

export const expirePublishedTokens = (db: OwnDb<'delivery'>) =>
  db
    .deleteFrom('published')
    .using('events')
    .where('published.kind', '=', 'token')
    .whereRef('published.until_revision', '=', 'events.revision')
    .where('events.created_at', '<', sql<Date>`now() - make_interval(mins => ${TOKEN_END_KEPT_MINUTES})`)
    .execute()
