import { genesis } from '@flagstaff/event-log/chain'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'

/** A place in the event log: a revision and the hash of its event. */
export type ChainPosition = { revision: number; hash: Buffer }

/** Where the event log starts: before the first event, or at the last one that was exported and removed. */
export async function readAnchor(db: Reader): Promise<ChainPosition> {
  const [row] = await rowsOf(
    db,
    sql<ChainPosition>`select last_revision as revision, last_hash as hash from removed_event_parts
      where last_hash is not null order by last_revision desc limit 1`,
  )
  return row ?? { revision: 0, hash: genesis }
}

/** Whether the chain itself records that the events up to the anchor were removed. */
export async function isRecorded(db: Reader, { revision, hash }: ChainPosition): Promise<boolean> {
  if (revision === 0) return true
  const rows = await rowsOf(
    db,
    sql`select 1 from events where type = 'event-part-removed' and actor_type = 'system'
      and data ->> 'lastEvent' = ${String(revision)} and data ->> 'lastHash' = ${hash.toString('hex')} limit 1`,
  )
  return rows.length > 0
}
