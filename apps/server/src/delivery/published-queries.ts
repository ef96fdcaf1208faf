import {
  type Change,
  type DocumentRow,
  HASH_DIGITS,
  type Head,
  parseRow,
  type StoredRow,
} from '@flagstaff/delivery'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

type Touches = NonNullable<Change['recent']>['touches']

const BATCH = 1_000
/** Clients that are at most this many changes behind get only the difference after a restart. */
const RECENT = 1_000
const MOST_TOUCHES = 10_000

export const digits = (hash: RawBuilder<unknown>) =>
  sql<string>`left(encode(${hash}, 'hex'), ${sql.lit(HASH_DIGITS)})`

/**
 * Names the history of the database up to a revision, also where it starts after events were removed. Null if the
 * database does not have the revision.
 */
export const hashAt = (revision: number) =>
  digits(sql`coalesce((select hash from events where revision = ${revision}),
    (select last_hash from removed_event_parts where last_revision = ${revision}))`)

/** What has changed in the database since the revision of a store. */
export type News = {
  revision: number
  hash: string
  epoch: string
  historyFloor: number
  /** Whether the database is a standby, which can lag behind its primary. */
  standby: boolean
  /** The database's clock, in milliseconds since 1970. */
  clock: number
  /** The hash at the revision of the store; null if the database does not have that revision. */
  hashThere: string | null
  closed: Closed[]
  opened: DocumentRow[]
  heads: Head[]
}
type Closed = Pick<DocumentRow, 'kind' | 'name' | 'environment' | 'revision' | 'hash'>

/**
 * Everything above a revision, read in one statement and thus from one snapshot, so that rows and revision match.
 * Closed rows are in revision order, and segments come before the flags that use them.
 */
export async function readNews(db: Db, above: number): Promise<News> {
  const hashOf = (revision: string) =>
    sql`(select ${digits(sql`e.hash`)} from events e where e.revision = ${sql.ref(revision)})`
  const { rows } = await sql<News>`
    select c.revision, ${digits(sql`c.hash`)} as hash, c.epoch, c.history_floor as "historyFloor",
      pg_is_in_recovery() as standby, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
      ${hashAt(above)} as "hashThere",
      (select coalesce(json_agg(json_build_object('kind', p.kind, 'name', p.name, 'environment', p.environment,
          'revision', p.until_revision, 'hash', ${hashOf('p.until_revision')}) order by p.until_revision), '[]')
       from published p where p.until_revision > ${above}) as closed,
      (select coalesce(json_agg(json_build_object('kind', p.kind, 'name', p.name, 'environment', p.environment,
          'doc', p.doc, 'meta', p.meta, 'revision', p.from_revision, 'hash', ${hashOf('p.from_revision')})
          order by p.from_revision, p.kind desc), '[]')
       from published p where p.from_revision > ${above} and p.until_revision is null) as opened,
      (select coalesce(json_agg(json_build_object('environment', h.environment, 'project', h.project,
          'revision', h.revision, 'hash', ${digits(sql`h.hash`)})), '[]')
       from heads h where h.revision > ${above}) as heads
    from counter c`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the counter row is missing')
  return row
}

/** The change that a store applies: first documents that ended without a successor, then the live ones. */
export function changeIn({ revision, hash, epoch, closed, opened, heads }: News): Change {
  const keyOf = ({ kind, name, environment }: Closed | DocumentRow) =>
    JSON.stringify([kind, name, environment])
  const live = new Set(opened.map(keyOf))
  const ended = closed.filter((row) => !live.has(keyOf(row)))
  const rows = [...ended.map((row) => ({ ...row, doc: null, meta: null })), ...opened]
  return { revision, hash, epoch, complete: false, rows: rows as DocumentRow[], heads }
}

/** Tells all servers that the history is a different one. Only the first of several servers succeeds. */
export const renewEpoch = (db: Db, seen: string) =>
  sql`update counter set epoch = left(encode(sha256(random()::text::bytea), 'hex'), 16)
    where epoch = ${seen}`.execute(db)

/** Reads in one snapshot, so that the rows are exactly those of the revision. */
const atOneMoment = <T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

type Key = Pick<StoredRow, 'kind' | 'name' | 'environment'>
const FIRST = { kind: '' as Key['kind'], name: '', environment: '' }

/** As text: a whole batch of parsed documents would outlive several collections of garbage. */
async function readBatch(trx: Transaction<Tables>, { kind, name, environment }: Key) {
  const { rows } = await sql<StoredRow>`
    select kind, name, environment, project, from_revision as revision, doc::text as doc, meta::text as meta
    from published
    where until_revision is null and (kind, name, environment) > (${kind}, ${name}, ${environment})
    order by kind, name, environment limit ${BATCH}`.execute(trx)
  return rows
}

/** The rows of a flag follow each other. To keep their equal names once saves 25 MB among 100,000 flags. */
function shareNames(row: StoredRow, last: StoredRow | undefined) {
  if (row.name === last?.name) row.name = last.name
  if (row.project === last?.project) row.project = last.project
}

/** All live documents, read in batches. */
export const readAll = (db: Db, toRow: (stored: StoredRow) => DocumentRow = parseRow): Promise<Change> =>
  atOneMoment(db, async (trx) => {
    const { revision, hash, epoch, historyFloor } = await trx
      .selectFrom('counter')
      .select(['revision', 'epoch', 'history_floor as historyFloor', digits(sql`hash`).as('hash')])
      .executeTakeFirstOrThrow()
    const rows: DocumentRow[] = []
    let last: StoredRow | undefined
    let batch: StoredRow[]
    do {
      batch = await readBatch(trx, last ?? FIRST)
      for (const stored of batch) {
        shareNames(stored, last)
        rows.push(toRow(stored))
        last = stored
      }
    } while (batch.length === BATCH)
    const heads = await trx
      .selectFrom('heads')
      .select(['environment', 'project', 'revision', digits(sql`hash`).as('hash')])
      .execute()
    const above = Math.max(historyFloor, revision - RECENT)
    const recent = await readTouches(trx, above)
    const touched = recent && { above, touches: recent }
    return { revision, hash, epoch, complete: true, rows, heads, recent: touched }
  })

/** Recent touches, so that clients that were away for a moment get only what they missed. */
async function readTouches(trx: Transaction<Tables>, above: number): Promise<Touches | undefined> {
  type Row = Pick<Touches[number], 'name' | 'environment' | 'revision' | 'hash'> & {
    kind: string
    project: string | null
    ended: boolean
  }
  const { rows } = await sql<Row>`
    select t.*, ${digits(sql`e.hash`)} as hash from (
      select kind, name, environment, project, from_revision as revision, false as ended
      from published where from_revision > ${above}
      union all
      select kind, name, environment, project, until_revision, true from published where until_revision > ${above}
      order by revision limit ${MOST_TOUCHES + 1}
    ) t join events e on e.revision = t.revision order by t.revision`.execute(trx)
  if (rows.length > MOST_TOUCHES) return undefined
  return rows.flatMap(({ kind, name, environment, project, revision, hash, ended }) => {
    if (kind !== 'flag' && kind !== 'segment') return []
    const was = ended ? (project ?? undefined) : undefined
    return [{ kind, name, environment, revision: Number(revision), hash, was }]
  })
}
