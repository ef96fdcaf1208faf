import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statements.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Range } from './days.ts'
import type { Stocks } from './replay.ts'

/** IDs of projects, or null for all. */
export type Projects = readonly string[] | null

/** The projects that a request is about: those asked for, or all, that the viewer can see. */
export async function listSeen(db: Reader, viewer: Viewer, asked: string[] | null): Promise<Projects> {
  const seen = confinedTo(viewer)
  if (seen === null && asked === null) return null
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
    select id from projects
    where (${seen}::text[] is null or id = any(${seen})) and (${asked}::text[] is null or id = any(${asked}))`,
  )
  return rows.map(({ id }) => id)
}

const of = (projects: Projects) => {
  const join = sql`join unnest(${projects}::text[]) as seen(id) on seen.id = x.project`
  return sql`${projects === null ? sql`` : join} ${sql.raw(PLAN_EACH_TIME)}`
}
/** The number of the period; cheaper to group by than its first day. */
const periodOf = ({ by, from }: Range, day = sql`x.day`) =>
  sql`(${day} - ${from}::date) / ${sql.lit(by === 'week' ? 7 : 1)}`

type Indexed<Row> = Omit<Row, 'period'> & { index: number }
const named =
  ({ periods }: Range) =>
  <Row extends { index: number }>(rows: readonly Row[]) =>
    rows.map(({ index, ...row }) => ({ ...row, period: periods[index]?.start ?? '' }))

const between = ({ from, to }: Range) => sql`x.day between ${from}::date and ${to}::date`

export type StockRow = { project: string; day: string } & Stocks

/** The stocks of projects at the end of these days. */
export const listStocks = (db: Reader, projects: Projects, days: readonly string[]) =>
  rowsOf(
    db,
    sql<StockRow>`
    select x.project, x.day::text, x.total, x.stale, x.overdue, x.initial, x.pre_live, x.live, x.completed,
      x.experimental, x.release, x.permanent, x.members
    from insight_days x ${of(projects)} where x.day = any(${days}::date[])`,
  )

export type TrendRow = Pick<StockRow, 'project' | 'day' | 'total' | 'stale' | 'overdue' | 'members'>

/** The part of the stocks that trends are made of: a year of all projects has thousands of rows. */
export const listTrendStocks = (db: Reader, projects: Projects, days: readonly string[]) =>
  rowsOf(
    db,
    sql<TrendRow>`
    select x.project, x.day::text, x.total, x.stale, x.overdue, x.members
    from insight_days x ${of(projects)} where x.day = any(${days}::date[])`,
  )

/** The stocks of projects now. */
export const listCurrent = (db: Reader, projects: Projects) =>
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
    where p.archived_at is null and (${projects}::text[] is null or p.id = any(${projects}))
    group by p.id`,
  )

export type FlowRow = { project: string; period: string; kind: string; dim: string; count: number }

/** What happened in each period; with `apart`, for each project, except for changes, which nobody reads by project. */
export const listFlows = (db: Reader, projects: Projects, range: Range, apart: boolean) =>
  rowsOf(
    db,
    sql<Indexed<FlowRow>>`
    select ${apart ? sql`case x.kind when 'changes' then '' else x.project end` : sql`''`} as project,
      ${periodOf(range)} as index, x.kind, x.dim, sum(x.count)::int as count
    from insight_flows x ${of(projects)}
    where ${between(range)} and x.kind in ('created', 'archived', 'revived', 'changes')
    group by 1, 2, 3, 4 order by 2, 1, 3, 4`,
  ).then(named(range))

export type UsageRow = {
  project: string
  period: string
  yes: number
  no: number
  flags: number
  apps: number
  environments: number
}

export const listUsage = (db: Reader, projects: Projects, range: Range, apart: boolean) =>
  rowsOf(
    db,
    sql<Indexed<UsageRow>>`
    select ${apart ? sql`x.project` : sql`''`} as project, ${periodOf(range)} as index,
      sum(x.yes)::float8 as yes, sum(x.no)::float8 as no, max(x.flags) as flags, max(x.apps) as apps,
      max(x.environments) as environments
    from insight_usage_days x ${of(projects)} where ${between(range)}
    group by 1, 2 order by 2, 1`,
  ).then(named(range))

const firstDay = sql`(x.production_at at time zone 'UTC')::date`
const days = sql`date_part('epoch', x.production_at - x.created_at) / 86400`

export type FirstRow = { period: string; low: number; median: number; high: number }

/** Days from creation to production of release flags that got there in the period. */
export const listTimes = (db: Reader, projects: Projects, range: Range) =>
  rowsOf(
    db,
    sql<Indexed<FirstRow>>`
    select index, round(q[1]::numeric, 1)::float8 as low, round(q[2]::numeric, 1)::float8 as median,
      round(q[3]::numeric, 1)::float8 as high
    from (
      select ${periodOf(range, firstDay)} as index,
        percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${days}) as q
      from flag_firsts x ${of(projects)} where x.type = 'release' and ${reachedIn(range)}
      group by 1
    ) t`,
  ).then(named(range))

export type ReachedRow = { project: string; period: string; flags: number; mean: number }

/** How many flags reached production in the period, and their average days from creation. */
export const listReached = (db: Reader, projects: Projects, range: Range) =>
  rowsOf(
    db,
    sql<Indexed<ReachedRow>>`
    select x.project, ${periodOf(range, firstDay)} as index,
      count(*)::int as flags, round(avg(${days})::numeric, 1)::float8 as mean
    from flag_firsts x ${of(projects)} where ${reachedIn(range)}
    group by 1, 2 order by 2, 1`,
  ).then(named(range))

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
