import type { EventType } from '@flagstaff/contract/event-types'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { SentEvent } from '../providers/types.ts'
import { type Integration, toIntegration } from '../queries.ts'
import type { Filter } from './filter.ts'

/** An integration and how far it is. A replay is a second one, which ends. */
export type Followed = { name: string; revision: number; until: number | null; integration: Integration }

const LEASE = sql`interval '15 seconds'`
const MOST_IN_RANGE = 20_000

export async function listFollowed(db: Reader): Promise<Followed[]> {
  const rows = await db
    .selectFrom('integrations')
    .innerJoin('followers', (join) =>
      join.on(
        sql<boolean>`followers.name in ('integration:' || integrations.id, 'integration:' || integrations.id || ':replay')`,
      ),
    )
    .selectAll('integrations')
    .select(['followers.name', 'followers.revision', 'followers.until_revision'])
    .where('enabled', '=', true)
    .execute()
  return rows.map(({ name, revision, until_revision, ...row }) => ({
    name,
    revision,
    until: until_revision,
    integration: toIntegration(row),
  }))
}

/** An event of one history: a restored database uses revisions again. */
export type Position = { revision: number; hash: string }

export const readHead = (db: Reader): Promise<Position> =>
  db
    .selectFrom('counter')
    .select(['revision', sql<string>`encode(hash, 'hex')`.as('hash')])
    .executeTakeFirstOrThrow()

/** Events before a certain age are removed; the counter knows the newest one all the same. */
const isHere = ({ revision, hash }: Position) => sql<boolean>`(
  exists (select from events where revision = ${revision} and hash = decode(${hash}, 'hex'))
  or exists (select from counter where revision = ${revision} and hash = decode(${hash}, 'hex')))`

/** Where followers are, and whether this process can deliver for them now. */
export const listFree = (db: Reader, holder: string, names: readonly string[]) =>
  rowsOf(
    db,
    sql<{ name: string; revision: number; free: boolean }>`
      select name, revision, (holder is not distinct from ${holder} or held_until <= now()) and retry_at <= now() as free
      from followers where name = any(${names})`,
  )

export type Claimed = { revision: number; failures: number; until: number | null }

/** Undefined if another process delivers for this integration, or if it waits after a failure. */
export async function claim(db: Db, name: string, holder: string): Promise<Claimed | undefined> {
  const row = await db
    .updateTable('followers')
    .set({ holder, held_until: sql`now() + ${LEASE}` })
    .where('name', '=', name)
    .where(sql<boolean>`retry_at <= now() and (holder = ${holder} or held_until <= now())`)
    .returning(['revision', 'failures', 'until_revision as until'])
    .executeTakeFirst()
  return row
}

/** Extends the lease. False if another process has it. */
export async function renew(db: Db, name: string, holder: string): Promise<boolean> {
  const row = await db
    .updateTable('followers')
    .set({ held_until: sql`now() + ${LEASE}` })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export const release = (db: Db, holder: string) =>
  db.updateTable('followers').set({ held_until: sql`now()` }).where('holder', '=', holder).execute()

export type Delivery = {
  integration: number
  from: number
  to: number
  events: number
  attempt: number
  state: 'success' | 'failed' | 'successWithErrors' | 'setAside'
  status: number | null
  ms: number
  error: string | null
  answer: string | null
  bodyDigest: string | null
  replay: boolean
}

/** What becomes of the position: it moves, or the same events are tried again after this many seconds. */
export type Move = { to: Position } | { retryAfter: number; isFailure: boolean; error: string }

/**
 * Records a delivery and moves the position in one statement. False if another process has the lease, if the integration
 * was deleted, or if the database was restored to a state before these events.
 */
export async function settle(
  db: Db,
  { name, holder, move, delivery }: { name: string; holder: string; move: Move; delivery: Delivery },
): Promise<boolean> {
  const set =
    'to' in move
      ? sql`revision = ${move.to.revision}, failures = 0, failing_since = null, last_error = null, retry_at = '-infinity'`
      : sql`failures = failures + ${move.isFailure ? 1 : 0}, last_error = ${move.error},
          failing_since = case when ${move.isFailure} then coalesce(failing_since, now()) else failing_since end,
          retry_at = now() + make_interval(secs => ${move.retryAfter})`
  const { rows } = await sql`
    with moved as (
      update followers set ${set}, held_until = now() + ${'to' in move ? LEASE : sql`interval '0'`}
      where name = ${name} and holder = ${holder} and ${'to' in move ? isHere(move.to) : sql`true`} returning 1
    )
    insert into deliveries (integration_id, from_revision, to_revision, events, attempt, state, status, ms, error, answer,
      body_digest, replay)
    select ${valuesOf(delivery)} from moved returning id`.execute(db)
  return rows.length > 0
}

const valuesOf = (one: Delivery): RawBuilder<unknown> =>
  sql`${one.integration}::int, ${one.from}::bigint, ${one.to}::bigint, ${one.events}::int, ${one.attempt}::int,
    ${one.state}::text, ${one.status}::int, ${one.ms}::int, ${one.error}::text, ${one.answer}::text,
    ${one.bodyDigest}::text, ${one.replay}::boolean`

export async function insertDelivery(db: Db, delivery: Delivery): Promise<void> {
  await sql`
    insert into deliveries (integration_id, from_revision, to_revision, events, attempt, state, status, ms, error, answer,
      body_digest, replay)
    select ${valuesOf(delivery)} where exists (select from integrations where id = ${delivery.integration})`.execute(
    db,
  )
}

/** Moves the positions of all that have nothing to send, up to a revision. */
export const moveIdle = (db: Db, holder: string, names: readonly string[], position: Position) =>
  sql`update followers set revision = ${position.revision}
    where name = any(${names}) and revision < ${position.revision} and until_revision is null and ${isHere(position)}
      and failures = 0 and retry_at <= now() and (holder = ${holder} or held_until <= now())`.execute(db)

export const endReplay = (db: Db, name: string, holder: string) =>
  db.deleteFrom('followers').where('name', '=', name).where('holder', '=', holder).execute()

type EventRow = {
  revision: number
  type: string
  created_at: Date
  actor_id: number
  actor_name: string
  project: string | null
  environment: string | null
  flag: string | null
  tags: { type: string; value: string }[]
  group_type: string | null
  group_id: string | null
  data: unknown
  pre_data: unknown
  digest: Buffer
  hash: Buffer
}

export const toSentEvent = (row: EventRow): SentEvent => ({
  id: row.revision,
  type: row.type as EventType,
  createdBy: row.actor_name,
  createdAt: row.created_at.toISOString(),
  createdByUserId: row.actor_id,
  data: row.data ?? null,
  preData: row.pre_data ?? null,
  tags: row.tags,
  featureName: row.flag,
  project: row.project,
  environment: row.environment,
  groupType: row.group_type,
  groupId: row.group_id,
  digest: row.digest.toString('hex'),
  hash: row.hash.toString('hex'),
})

const columns = sql`revision, type, created_at, actor_id, actor_name, project, environment, flag, tags, group_type,
  group_id, data, pre_data, digest, hash`

/** Events after a revision, in order. */
export async function readEvents(
  db: Reader,
  { after, until, limit }: { after: number; until?: number | null; limit: number },
): Promise<SentEvent[]> {
  const rows = await rowsOf(
    db,
    sql<EventRow>`select ${columns} from events
      where revision > ${after} and (${until ?? null}::bigint is null or revision <= ${until ?? null}::bigint)
      order by revision limit ${limit}`,
  )
  return rows.map(toSentEvent)
}

export type Head = Position & { type: EventType; project: string | null; environment: string | null }

/** What decides whether an event is wanted, for the event with a revision and all after it. */
export const readHeads = (db: Reader, from: number, limit: number) =>
  rowsOf(
    db,
    sql<Head>`
      select revision, encode(hash, 'hex') as hash, type, project, environment from events where revision >= ${from}
      order by revision limit ${limit}`,
  )

/** The same rules as `wants`. */
const matching = ({ events, projects, environments, reach, unscoped }: Filter): RawBuilder<unknown> => {
  const among = (list: readonly string[], column: string) =>
    list.length === 0 || list.includes('*')
      ? sql`true`
      : sql`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${list}))`
  return sql`${events.includes('*') ? sql`true` : sql`type = any(${events})`}
    and ${among(environments, 'environment')}
    and case when project is null then ${unscoped}
      else ${reach ? sql`project = any(${reach})` : sql`true`} and ${among(projects, 'project')} end`
}

type Count = { after: number; until?: number; most: number }

const counting = (filter: Filter, { after, until = Number.MAX_SAFE_INTEGER, most }: Count) =>
  sql`select count(*)::int as count from (
    select from events where revision > ${after} and revision <= ${until} and ${matching(filter)} limit ${most}) found`

export async function countWanted(db: Reader, filter: Filter, count: Count): Promise<number> {
  const [row] = await rowsOf(db, sql<{ count: number }>`${counting(filter, count)}`)
  return row?.count ?? 0
}

/** How many events each integration waits to send, by its ID, in one statement. */
export async function countAllWanted(
  db: Reader,
  list: readonly { integration: Integration; after: number }[],
  most: number,
): Promise<Map<number, number>> {
  if (list.length === 0) return new Map()
  const parts = list.map(
    ({ integration, after }) =>
      sql`select ${integration.id}::int as id, count from (${counting(integration, { after, most })}) one`,
  )
  const rows = await rowsOf(db, sql<{ id: number; count: number }>`${sql.join(parts, sql` union all `)}`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function countWeek(db: Reader, filter: Filter): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`select count(*)::int as count from (
      select from events where created_at > now() - interval '7 days' and ${matching(filter)} limit 10000) found`,
  )
  return row?.count ?? 0
}

export type Range = { from: number; to: number }

/** The events that an integration sends in each of these ranges, in one statement. */
export async function readWanted(
  db: Reader,
  filter: Filter,
  ranges: readonly Range[],
): Promise<SentEvent[][]> {
  const rows = await rowsOf(
    db,
    sql<EventRow & { range: number }>`select e.*, r.number::int - 1 as range
      from unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[])
        with ordinality r(first, last, number)
      cross join lateral (
        select ${columns} from events where revision between r.first and r.last and ${matching(filter)}
        order by revision limit ${MOST_IN_RANGE}) e
      order by r.number, e.revision`,
  )
  const found: SentEvent[][] = ranges.map(() => [])
  for (const { range, ...row } of rows) found[range]?.push(toSentEvent(row))
  return found
}

/** The newest event that an integration would send, among the last 10,000. */
export async function findNewest(db: Reader, filter: Filter): Promise<SentEvent | undefined> {
  const [row] = await rowsOf(
    db,
    sql<EventRow>`select ${columns} from events
      where revision > (select revision from counter) - 10000 and ${matching(filter)}
      order by revision desc limit 1`,
  )
  return row && toSentEvent(row)
}

/** How many events of an integration were set aside in the last hour. */
export async function countSetAside(db: Reader, id: number): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`select count(*)::int as count from deliveries
      where integration_id = ${id} and state = 'setAside' and created_at > now() - interval '1 hour'`,
  )
  return row?.count ?? 0
}

/** How often the receiver refused the events of a send. */
export async function countRefusals(db: Reader, id: number, from: number): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`select count(*)::int as count from deliveries
      where integration_id = ${id} and from_revision = ${from} and state = 'failed' and not replay
        and status between 400 and 499 and status not in (401, 403, 404, 408, 410, 429)`,
  )
  return row?.count ?? 0
}

/** Deliveries are kept for seven days, and at most 1,000 of an integration. */
export async function removeOldDeliveries(db: Db): Promise<void> {
  await sql`delete from deliveries where created_at < now() - interval '7 days'`.execute(db)
  await sql`delete from deliveries d using integrations i
    where d.integration_id = i.id and d.id <= (
      select id from deliveries where integration_id = i.id order by id desc offset 1000 limit 1)`.execute(db)
}
