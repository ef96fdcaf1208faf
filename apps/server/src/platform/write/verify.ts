import { isLinked, type LinkedEvent } from '@flagstaff/event-log/chain'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'
import { type ChainPosition, isRecorded, readAnchor } from './anchor.ts'

export type Verdict = {
  /** The last event that was removed before the first one here; 0 if none was. */
  after: number
  /** The last event that verifies, and its hash. */
  revision: number
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
  const anchor = await readAnchor(db)
  let last = anchor
  const verdict = (brokenAt?: number): Verdict => ({
    after: anchor.revision,
    revision: last.revision,
    hash: last.hash.toString('hex'),
    brokenAt,
  })
  const asKept = ({ revision, hash }: ChainPosition) =>
    known?.revision !== revision || known.hash === hash.toString('hex')
  if (!(await isRecorded(db, anchor)) || !asKept(anchor)) return verdict(anchor.revision + 1)
  for (;;) {
    const page = await listLinked(db, last.revision, PAGE)
    for (const event of page) {
      if (event.revision !== last.revision + 1 || !isLinked(last.hash, event) || !asKept(event))
        return verdict(last.revision + 1)
      last = { revision: event.revision, hash: event.hash }
    }
    onProgress?.(last.revision - anchor.revision)
    if (page.length === 0) break
  }
  // Events are missing from the end.
  return verdict(known && known.revision > last.revision ? last.revision + 1 : undefined)
}

/** Verifies a page of events after a position, which must be the hash of its revision. */
export async function verifyAfter(
  db: Reader,
  { revision, hash }: ChainPosition,
): Promise<ChainPosition & { brokenAt?: number }> {
  let last = { revision, hash }
  for (const event of await listLinked(db, revision, PAGE)) {
    if (event.revision !== last.revision + 1 || !isLinked(last.hash, event))
      return { ...last, brokenAt: last.revision + 1 }
    last = { revision: event.revision, hash: event.hash }
  }
  return last
}

/** The position that many events before the end of the log, or the start of the log. */
export async function positionBefore(db: Reader, events: number): Promise<ChainPosition> {
  const anchor = await readAnchor(db)
  const [row] = await rowsOf(
    db,
    sql<ChainPosition>`select e.revision, e.hash from counter c join events e on e.revision = c.revision - ${events}
      where e.revision > ${anchor.revision}`,
  )
  return row ?? anchor
}

/** Undefined if the log is empty. */
export const readNewestEvent = async (db: Reader) =>
  db
    .selectFrom('events')
    .select(['revision', 'created_at as createdAt'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The next events after a revision, with the exact texts that were digested. */
export const listLinked = (db: Reader, after: number, limit: number): Promise<LinkedEvent[]> =>
  rowsOf(
    db,
    sql<LinkedEvent>`
      select revision, type,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", ip, project, environment, flag,
        tags::text as tags, group_type as "groupType", group_id as "groupId", data::text as data,
        pre_data::text as "preData", via, client, digest, hash
      from events where revision > ${after} order by revision limit ${limit}`,
  )
