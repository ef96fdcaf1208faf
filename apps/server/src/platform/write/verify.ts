import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'
import { genesis, isLinked, type LinkedEvent } from './chain.ts'

export type Verdict = {
  /** How many events verify, and the hash of the last one. */
  events: number
  hash: string
  /** The first revision that is missing, changed or inserted. */
  brokenAt: number | undefined
}

const PAGE = 5_000

/** Verifies the whole event log page by page. `known` is a hash that was stored elsewhere. */
export async function verifyChain(
  db: Reader,
  known?: { revision: number; hash: string },
  onProgress?: (events: number) => void,
): Promise<Verdict> {
  let previous = genesis
  let events = 0
  for (;;) {
    const page = await listLinked(db, events)
    for (const event of page) {
      const asKept = known?.revision !== event.revision || known.hash === event.hash.toString('hex')
      if (event.revision !== events + 1 || !isLinked(previous, event) || !asKept)
        return { events, hash: previous.toString('hex'), brokenAt: events + 1 }
      previous = event.hash
      events += 1
    }
    onProgress?.(events)
    if (page.length === 0) break
  }
  // Events are missing from the end.
  const brokenAt = known && known.revision > events ? events + 1 : undefined
  return { events, hash: previous.toString('hex'), brokenAt }
}

export type ChainPosition = { revision: number; hash: Buffer }

/** Verifies a page of events after a position, which must be the hash of its revision. */
export async function verifyAfter(
  db: Reader,
  { revision, hash }: ChainPosition,
): Promise<ChainPosition & { brokenAt?: number }> {
  let last = { revision, hash }
  for (const event of await listLinked(db, revision)) {
    if (event.revision !== last.revision + 1 || !isLinked(last.hash, event))
      return { ...last, brokenAt: last.revision + 1 }
    last = { revision: event.revision, hash: event.hash }
  }
  return last
}

/** The position that many events before the end of the log, or the start of the log. */
export async function positionBefore(db: Reader, events: number): Promise<ChainPosition> {
  const [row] = await rowsOf(
    db,
    sql<ChainPosition>`select e.revision, e.hash from counter c join events e on e.revision = c.revision - ${events}`,
  )
  return row ?? { revision: 0, hash: genesis }
}

/** Undefined if the log is empty. */
export const readNewestEvent = async (db: Reader) =>
  db
    .selectFrom('events')
    .select(['revision', 'created_at as createdAt'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With the exact texts that were digested. */
const listLinked = (db: Reader, after: number): Promise<LinkedEvent[]> =>
  rowsOf(
    db,
    sql<LinkedEvent>`
      select revision, type,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", ip, project, environment, flag,
        tags::text as tags, group_type as "groupType", group_id as "groupId", data::text as data,
        pre_data::text as "preData", via, client, digest, hash
      from events where revision > ${after} order by revision limit ${PAGE}`,
  )
