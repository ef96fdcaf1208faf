import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { By, Range } from './days.ts'
import type { Stocks } from './replay.ts'

/** The projects that a request is about: those asked for that the viewer can see. Null for all. */
export function scopeOf(viewer: Viewer, asked: string[] | null): string[] | null {
  const seen = confinedTo(viewer)
  if (asked === null || seen === null) return asked ?? seen
  return asked.filter((id) => seen.includes(id))
}

type Scope = string[] | null

/** Rows of projects that were deleted a moment ago do not count. */
const within = (scope: Scope) => sql`x.project in (
  select id from projects where (${scope}::text[] is null or id = any(${scope})))`
const periodOf = (by: By, day = 'x.day') =>
  sql`date_trunc(${sql.lit(by)}, ${sql.ref(day)}::timestamp)::date::text`
const between = ({ from, to }: Range) => sql`x.day between ${from}::date and ${to}::date`

export type StockRow = { project: string; day: string } & Stocks

/** The stocks of projects at the end of these days. */
export const listStocks = (db: Reader, scope: Scope, days: readonly string[]) =>
  rowsOf(
    db,
    sql<StockRow>`
    select x.project, x.day::text, x.total, x.stale, x.overdue, x.initial, x.pre_live, x.live, x.completed,
      x.experimental, x.release, x.permanent, x.members
    from insight_days x where x.day = any(${days}::date[]) and ${within(scope)}`,
  )

/** The stocks of projects now. */
export const listCurrent = (db: Reader, scope: Scope) =>
  rowsOf(
    db,
    sql<StockRow>`
    select p.id as project, (now() at time zone 'UTC')::date::text as day,
      count(f.name)::int as total,
      (count(*) filter (where f.stale))::int as stale,
      (count(*) filter (where f.potentially_stale and not f.stale))::int as overdue,
      (count(*) filter (where f.stage = 'initial'))::int as initial,
      (count(*) filter (where f.stage = 'pre-live'))::int as pre_live,
      (count(*) filter (where f.stage = 'live'))::int as live,
      (count(*) filter (where f.stage = 'completed'))::int as completed,
      (count(*) filter (where f.type = 'experiment'))::int as experimental,
      (count(*) filter (where f.type not in ('experiment', 'kill-switch', 'permission')))::int as release,
      (count(*) filter (where f.type in ('kill-switch', 'permission')))::int as permanent,
      (select count(distinct m.user_id) from project_access m
       join users u on u.id = m.user_id and u.deleted_at is null where m.project = p.id)::int as members
    from projects p left join flags f on f.project = p.id and f.archived_at is null
    where p.archived_at is null and (${scope}::text[] is null or p.id = any(${scope}))
    group by p.id`,
  )

export type FlowRow = { project: string; period: string; kind: string; dim: string; count: number }

/** What happened in each period; with `apart`, for each project. */
export const listFlows = (db: Reader, scope: Scope, range: Range, apart: boolean) =>
  rowsOf(
    db,
    sql<FlowRow>`
    select ${apart ? sql`x.project` : sql`''`} as project, ${periodOf(range.by)} as period, x.kind, x.dim,
      sum(x.count)::int as count
    from insight_flows x where ${between(range)} and ${within(scope)}
      and x.kind in ('created', 'archived', 'revived', 'changes')
    group by 1, 2, 3, 4 order by 2, 1, 3, 4`,
  )

export type UsageRow = {
  project: string
  period: string
  yes: number
  no: number
  flags: number
  apps: number
  environments: number
}

export const listUsage = (db: Reader, scope: Scope, range: Range, apart: boolean) =>
  rowsOf(
    db,
    sql<UsageRow>`
    select ${apart ? sql`x.project` : sql`''`} as project, ${periodOf(range.by)} as period,
      sum(x.yes)::float8 as yes, sum(x.no)::float8 as no, max(x.flags) as flags, max(x.apps) as apps,
      max(x.environments) as environments
    from insight_usage_days x where ${between(range)} and ${within(scope)}
    group by 1, 2 order by 2, 1`,
  )

const firstDay = sql`(x.production_at at time zone 'UTC')::date`
const days = sql`extract(epoch from x.production_at - x.created_at) / 86400`

export type FirstRow = { period: string; low: number; median: number; high: number }

/** Days from creation to production of release flags that got there in the period. */
export const listTimes = (db: Reader, scope: Scope, range: Range) =>
  rowsOf(
    db,
    sql<FirstRow>`
    select period, round(q[1]::numeric, 1)::float8 as low, round(q[2]::numeric, 1)::float8 as median,
      round(q[3]::numeric, 1)::float8 as high
    from (
      select date_trunc(${sql.lit(range.by)}, ${firstDay}::timestamp)::date::text as period,
        percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${days}) as q
      from flag_firsts x
      where x.type = 'release' and ${reachedIn(range)} and ${within(scope)}
      group by 1
    ) t`,
  )

export type ReachedRow = { project: string; period: string; flags: number; mean: number }

/** How many flags reached production in the period, and their average days from creation. */
export const listReached = (db: Reader, scope: Scope, range: Range) =>
  rowsOf(
    db,
    sql<ReachedRow>`
    select x.project, date_trunc(${sql.lit(range.by)}, ${firstDay}::timestamp)::date::text as period,
      count(*)::int as flags, round(avg(${days})::numeric, 1)::float8 as mean
    from flag_firsts x where ${reachedIn(range)} and ${within(scope)}
    group by 1, 2 order by 2, 1`,
  )

const reachedIn = ({ from, to }: Range) => sql`
  x.production_at >= ${from}::date::timestamp at time zone 'UTC'
  and x.production_at < (${to}::date + 1)::timestamp at time zone 'UTC'`

export type UsersRow = { day: string; total: number; active: number }

export const listUsers = (db: Reader, ends: readonly string[]) =>
  rowsOf(
    db,
    sql<UsersRow>`
    select day::text, total, active from insight_users where day = any(${ends}::date[])
    union all
    select t.day::text, count(u.id)::int, (count(*) filter (where u.seen_at > now() - interval '30 days'))::int
    from (select (now() at time zone 'UTC')::date as day) t
    left join users u on not u.is_service and u.deleted_at is null
    where t.day = any(${ends}::date[])
    group by t.day
    order by 1`,
  )

export async function findMeasuredFrom(db: Reader): Promise<string | null> {
  const [row] = await rowsOf(
    db,
    sql<{ day: string | null }>`select min(day)::text as day from insight_days where measured`,
  )
  return row?.day ?? null
}
