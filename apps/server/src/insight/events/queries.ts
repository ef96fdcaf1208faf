import type { EventType } from '@flagstaff/contract/event-types'
import type { Event, EventCreators } from '@flagstaff/contract/events'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayName } from '../../platform/database/person-queries.ts'
import { confine } from '../../platform/write/listed-projects.ts'
import type { Search } from './search.ts'
import type { Sight } from './sight.ts'
import { textOf } from './summary.ts'

type Row = {
  revision: number
  type: EventType
  created_at: Date
  actor_id: number
  actor_name: string
  display_name: string
  ip: string | null
  project: string | null
  environment: string | null
  flag: string | null
  tags: { type: string; value: string }[]
  group_type: string | null
  group_id: string | null
  data: unknown
  pre_data: unknown
  via: string | null
  client: string | null
  /** The number of events in the change; null if it cannot be reverted. */
  reverts: number | null
}

type Condition = RawBuilder<unknown>

/** The cap for counting matches: counting more would cost more than reading the page. */
const MOST_COUNTED = 10_000

/** One page of matching events, newest first, and the total number of matches. */
export async function searchEvents(
  db: Reader,
  sight: Sight,
  search: Search,
): Promise<{ events: Event[]; total: number }> {
  const [events, total] = await Promise.all([listEvents(db, sight, search), countEvents(db, sight, search)])
  return { events, total }
}

export async function listEvents(db: Reader, sight: Sight, search: Search): Promise<Event[]> {
  const rows = await rowsOf(
    db,
    // What is skipped costs only its key.
    sql<Row>`select revision, type, created_at, actor_id, actor_name,
        ${displayName('events.actor_id', 'events.actor_name')} as display_name, ip, project, environment, flag, tags,
        group_type, group_id, data, pre_data, via, client,
        (select case when u.first_revision <= events.revision then u.revision - u.first_revision + 1 end
          from undos u where u.revision >= events.revision order by u.revision limit 1) as reverts
      from events where revision in (${page(sight, search)}) order by revision desc`,
  )
  return rows.map((row) => toEvent(confined(row, sight), sight))
}

function page(sight: Sight, search: Search): Condition {
  const { before, limit, offset } = search
  const conditions = conditionsOf(sight, search)
  if (conditions.length === 0) {
    // Revisions have no gaps, so a page of all events starts at a known one.
    const newest = before === undefined ? sql`(select max(revision) from events)` : sql`${before}::bigint - 1`
    return sql`select revision from events where revision <= ${newest} - ${offset}::bigint
      order by revision desc limit ${limit}`
  }
  if (before !== undefined) conditions.push(sql`revision < ${before}`)
  return sql`select revision from events ${whereOf(conditions)} order by revision desc
    limit ${limit} offset ${offset}`
}

async function countEvents(db: Reader, sight: Sight, search: Search): Promise<number> {
  const conditions = conditionsOf(sight, search)
  const [row] = await rowsOf(
    db,
    conditions.length > 0
      ? sql<{ total: number }>`select count(*) as total
          from (select from events ${whereOf(conditions)} limit ${MOST_COUNTED}) counted`
      : // Revisions have no gaps.
        sql<{ total: number }>`select coalesce(max(revision) - min(revision) + 1, 0) as total from events`,
  )
  return row?.total ?? 0
}

const conditionsOf = (sight: Sight, search: Search) => [...visible(sight), ...matching(search)]
const whereOf = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** All actors by display name, or by the last name they had. A loose index scan: jumps from one actor to the next. */
export async function listCreators(db: Reader): Promise<EventCreators> {
  return rowsOf(
    db,
    sql<EventCreators[number]>`
      with recursive creators as (
        (select actor_id from events order by actor_id limit 1)
        union all
        select (select e.actor_id from events e where e.actor_id > c.actor_id order by e.actor_id limit 1)
        from creators c where c.actor_id is not null
      )
      select c.actor_id as id, ${displayName('c.actor_id', 'newest.actor_name')} as name
      from creators c cross join lateral (
        select e.actor_name from events e where e.actor_id = c.actor_id order by e.revision desc limit 1
      ) newest
      order by c.actor_id`,
  )
}

/** Events of deleted projects are visible only to callers who can read all events. */
export function visible({ viewer: { projects }, everything }: Sight): Condition[] {
  if (projects !== 'all') {
    const among = sql`project = any(${[...projects]})`
    return [everything ? sql`(project is null or ${among})` : among]
  }
  return everything ? [] : [sql`project in (select id from projects)`]
}

function matching(search: Search): Condition[] {
  const among = (column: string, values: readonly (string | number)[] | undefined, type: string) =>
    values ? [sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`] : []
  return [
    ...among('revision', search.ids, 'bigint'),
    ...among('group_id', search.groups, 'text'),
    ...among('flag', search.flags, 'text'),
    ...among('project', search.projects, 'text'),
    ...among('environment', search.environments, 'text'),
    ...among('type', search.types, 'text'),
    ...among('actor_id', search.actors, 'integer'),
    ...(search.from ? [sql`created_at >= ${search.from}`] : []),
    ...(search.to ? [sql`created_at < ${search.to}`] : []),
    ...(search.words === undefined ? [] : [sql`words @@ to_tsquery('simple', ${search.words})`]),
  ]
}

const confined = (row: Row, { viewer }: Sight): Row => ({
  ...row,
  data: confine(row.data, viewer.projects),
  pre_data: confine(row.pre_data, viewer.projects),
})

const toEvent = (row: Row, { everything }: Sight): Event => ({
  id: row.revision,
  type: row.type,
  createdAt: row.created_at.toISOString(),
  createdBy: row.actor_name,
  createdByName: row.display_name,
  createdByUserId: row.actor_id,
  project: row.project,
  environment: row.environment,
  featureName: row.flag,
  data: toObject(row.data),
  preData: toObject(row.pre_data),
  tags: row.tags,
  ...(row.group_type === null ? {} : { groupType: row.group_type }),
  ...(row.group_id === null ? {} : { groupId: row.group_id }),
  ...(row.via === null ? {} : { via: row.via }),
  ...(row.client === null ? {} : { client: row.client }),
  ...(everything ? { ip: row.ip } : {}),
  ...(row.reverts === null ? {} : { reverts: row.reverts }),
  ...textOf(row),
})

/** The wire format only allows objects. */
const toObject = (value: unknown): Record<string, unknown> | null =>
  Array.isArray(value) ? { items: value } : ((value ?? null) as Record<string, unknown> | null)
