import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { codeOf } from '../database/failures.ts'

/** Keeps a part of the event log ahead of the newest event. */
export const addPartAhead = (db: Db) =>
  sql`select add_event_parts(revision + 5000000) from counter`.execute(db)

/** Whether the newest part has no room for the events of a change. */
export const lacksPart = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { table?: unknown }).table === 'events'
