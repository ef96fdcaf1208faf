import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Present } from './forgotten.ts'
import { type Knowledge, type Marks, type ReplayedEvent, replayedTypes, type StockDay } from './replay.ts'

const PAGE = 20_000

/** All events that change the number of flags, in order. */
export async function listReplayed(db: Reader): Promise<ReplayedEvent[]> {
  const all: ReplayedEvent[] = []
  for (let after = 0; ; ) {
    const rows = await rowsOf(
      db,
      sql<ReplayedEvent & { revision: number }>`
      select revision, type, created_at as at, project, flag,
        case when type in ('feature-created', 'feature-metadata-updated') then data ->> 'type' end as "flagType",
        case when type = 'feature-created' then (data ->> 'stale')::boolean end as stale,
        case type when 'feature-project-change' then data ->> 'oldProject'
          when 'feature-metadata-updated' then pre_data ->> 'type' end as was
      from events
      where type = any(${replayedTypes}::text[]) and project is not null and revision > ${after}
      order by revision limit ${PAGE}`,
    )
    for (const { revision, ...event } of rows) {
      all.push(event)
      after = revision
    }
    if (rows.length < PAGE) return all
  }
}

export async function readPresent(db: Reader): Promise<Present> {
  const [flags, projects] = await Promise.all([
    rowsOf(
      db,
      sql<Present['flags'][number]>`
      select name, project, type, created_at as "createdAt", archived_at is not null as archived, stale from flags`,
    ),
    rowsOf(db, sql<Present['projects'][number]>`select id, created_at as "createdAt" from projects`),
  ])
  return { flags, projects }
}

/** What is known today about stages, lifetimes and members. */
export async function readKnowledge(db: Reader): Promise<Knowledge> {
  const [marks, lifetimes, joined] = await Promise.all([
    rowsOf(
      db,
      sql<Marks & { name: string }>`
      select name, pre_live_at as "preLiveAt", live_at as "liveAt", completed_at as "completedAt" from flags
      where pre_live_at is not null or live_at is not null or completed_at is not null`,
    ),
    rowsOf(
      db,
      sql<{ id: string; days: number }>`
      select id, lifetime_days as days from flag_types where lifetime_days is not null`,
    ),
    rowsOf(
      db,
      sql<{ project: string; at: Date }>`
      select a.project, min(a.added_at) as at from project_access a
      join users u on u.id = a.user_id and u.deleted_at is null group by a.project, a.user_id`,
    ),
  ])
  return {
    marks: new Map(marks.map(({ name, ...mark }) => [name, mark])),
    lifetimes: new Map(lifetimes.map(({ id, days }) => [id, days])),
    joined,
  }
}

export type Missing = {
  /** The last day that is filled, or null. */
  last: string | null
  yesterday: string
}

export async function findMissing(db: Reader): Promise<Missing> {
  const [row] = await rowsOf(
    db,
    sql<Missing>`select (select max(day)::text from insight_users) as last,
      ((now() at time zone 'UTC')::date - 1)::text as yesterday`,
  )
  if (!row) throw new Error('a select without a table has one row')
  return row
}

/**
 * Whole days in one statement, so that a day is stored completely or not at all. Days before a project was deleted
 * do not belong to a new one with its ID.
 */
export const insertDays = (db: Db, rows: readonly StockDay[], measured: string) =>
  sql`
    insert into insight_days (project, day, measured, total, stale, overdue, initial, pre_live, live, completed,
      experimental, release, permanent, members)
    select r.project, r.day, r.day = ${measured}::date, r.total, r.stale, r.overdue, r.initial, r.pre_live, r.live,
      r.completed, r.experimental, r.release, r.permanent, r.members
    from json_populate_recordset(null::insight_days, ${JSON.stringify(rows)}::json) r
    join projects p on p.id = r.project
    left join (
      select project, max(created_at) as at from events where type = 'project-deleted' group by project
    ) gone on gone.project = r.project
    where gone.at is null or (gone.at at time zone 'UTC')::date <= r.day
    on conflict (day, project) do nothing`.execute(db)

/** Sums what applications reported on the days from `from` until before `to`. */
export const sumUsage = (db: Db, from: string, to: string) =>
  sql`
    insert into insight_usage_days as d (project, day, yes, no, flags, apps, environments)
    select f.project, u.day, sum(u.yes), sum(u.no), count(distinct u.flag), count(distinct u.app),
      count(distinct u.environment)
    from (
      select day, environment, app, flag, yes::numeric, no::numeric from usage_days
      where day >= ${from}::date and day < ${to}::date and variant = ''
      union all
      select (hour at time zone 'UTC')::date, environment, app, flag, yes, no from usage_counts
      where hour >= ${from}::date::timestamp at time zone 'UTC' and hour < ${to}::date::timestamp at time zone 'UTC'
        and variant = ''
    ) u
    join flags f on f.name = u.flag
    group by 1, 2
    on conflict (day, project) do update set yes = excluded.yes, no = excluded.no, flags = excluded.flags,
      apps = excluded.apps, environments = excluded.environments`.execute(db)

/** Active: seen in the last 30 days, as in the statistics. It is the mark of a filled day, so it is stored last. */
export const countUsers = (db: Db, day: string) =>
  sql`
    insert into insight_users (day, total, active)
    select ${day}::date, count(*), count(*) filter (where seen_at > now() - interval '30 days') from users
    where not is_service and deleted_at is null
    on conflict (day) do nothing`.execute(db)

export const KEPT_DAYS = 800

export async function forgetOldDays(db: Db): Promise<void> {
  const old = sql`day < (now() at time zone 'UTC')::date - ${KEPT_DAYS}::integer`
  await sql`delete from insight_flows where ${old}`.execute(db)
  await sql`delete from insight_days where ${old}`.execute(db)
  await sql`delete from insight_usage_days where ${old}`.execute(db)
  await sql`delete from insight_users where ${old}`.execute(db)
}

/** So many new rows at once are planned for as if there were few, until the statistics are counted again. */
export async function analyzeDays(db: Db): Promise<void> {
  await sql`analyze insight_flows, insight_days, insight_usage_days, flag_firsts`.execute(db)
}
