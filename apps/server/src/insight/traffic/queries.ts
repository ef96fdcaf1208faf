import { type RawBuilder, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Counts, DayRow, Minute } from './rules.ts'

/** Adds to what this process stored before: a minute can be stored in two parts when the server stops. */
export async function upsertMinutes(db: Db, writer: number, minutes: readonly Minute[]): Promise<void> {
  const rows = minutes.flatMap(({ minute, rows: some }) => some.map((row) => ({ minute, ...row })))
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  await sql`
    insert into traffic_minutes as t (minute, app, grp, writer, ok, same, refused, failed)
    select minute, app, grp, ${writer}::integer, sum(ok), sum(same), sum(refused), sum(failed)
    from unnest(
      ${column((row) => row.minute)}::timestamptz[], ${column((row) => row.app)}::text[],
      ${column((row) => row.group)}::text[], ${column((row) => row.ok)}::bigint[],
      ${column((row) => row.same)}::bigint[], ${column((row) => row.refused)}::bigint[],
      ${column((row) => row.failed)}::bigint[]) as row(minute, app, grp, ok, same, refused, failed)
    group by minute, app, grp
    on conflict (minute, app, grp, writer) do update set ok = t.ok + excluded.ok, same = t.same + excluded.same,
      refused = t.refused + excluded.refused, failed = t.failed + excluded.failed`.execute(db)
}

export const preparePartitions = (db: Db, daysAhead: number) =>
  db.transaction().execute((trx) => sql`select prepare_traffic_days(${daysAhead}::integer)`.execute(trx))

export const dropPartitions = (db: Db, before: Date) =>
  db.transaction().execute((trx) => sql`select drop_traffic_days(${before})`.execute(trx))

const sums = sql`sum(ok)::bigint as ok, sum(same)::bigint as same, sum(refused)::bigint as refused,
  sum(failed)::bigint as failed`

/** Replaces the days whose minutes are all still stored, so that it can run any number of times. */
export const sumDays = (db: Db, since: Date) =>
  sql`
    insert into traffic_days as d (day, grp, source, ok, same, refused, failed)
    select (minute at time zone 'UTC')::date, grp, 'server', ${sql`sum(ok), sum(same), sum(refused), sum(failed)`}
    from traffic_minutes where minute >= ${since} group by 1, 2
    on conflict (day, grp, source) do update
    set ok = excluded.ok, same = excluded.same, refused = excluded.refused, failed = excluded.failed`.execute(
    db,
  )

export const forgetDays = (db: Db, kept: number) =>
  sql`delete from traffic_days where day < (now() at time zone 'UTC')::date - ${kept}::integer`.execute(db)

/** Keeps the reports of a day, and no more than `most`. */
export const forgetReports = (db: Db, most: number) =>
  sql`delete from edge_reports where minute < greatest(now() - interval '1 day',
    (select minute from edge_reports order by minute desc offset ${most - 1}::integer limit 1))`.execute(db)

type ReportKey = { identifier: string; started: string; id: string | undefined; digest: string }

/** False if the requests of this report were counted before. Reports without an ID are compared by content within a minute. */
export async function insertReport(db: Db, { identifier, started, id, digest }: ReportKey): Promise<boolean> {
  const report =
    id === undefined ? sql`${`${digest} `}::text || date_trunc('minute', now())::text` : sql`${id}::text`
  const { rows } = await sql`
    insert into edge_reports (identifier, started, minute, report)
    values (${identifier}, ${started}, date_trunc('minute', now()), ${report})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Numbers above it are not exact in JSON. */
const MOST_A_DAY = sql.lit(Number.MAX_SAFE_INTEGER)

/** Sorted by group, so that two reports cannot deadlock. */
export const addEdgeCounts = (db: Db, counts: readonly (Counts & { group: string })[]) =>
  sql`
    insert into traffic_days as d (day, grp, source, ok, same, refused, failed)
    select (now() at time zone 'UTC')::date, grp, 'edge', ok, same, 0, 0
    from unnest(${counts.map(({ group }) => group)}::text[], ${counts.map(({ ok }) => ok)}::bigint[],
      ${counts.map(({ same }) => same)}::bigint[]) as row(grp, ok, same) order by grp
    on conflict (day, grp, source) do update set ok = least(d.ok + excluded.ok, ${MOST_A_DAY}),
      same = least(d.same + excluded.same, ${MOST_A_DAY})`.execute(db)

/** Days are summed once an hour, so those of today are read from the minutes. */
const days = (from: string, to: string): RawBuilder<unknown> => sql`(
  select day, grp, source, ok, same, refused, failed from traffic_days
  where day between ${from}::date and ${to}::date
    and (source = 'edge' or day < (now() at time zone 'UTC')::date)
  union all
  select (minute at time zone 'UTC')::date, grp, 'server', ok, same, refused, failed from traffic_minutes
  where minute >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
    and (now() at time zone 'UTC')::date between ${from}::date and ${to}::date) as counted`

/** From `from` to `to`, as `2026-01-31`. */
export const listDays = (db: Reader, from: string, to: string): Promise<DayRow[]> =>
  rowsOf(
    db,
    sql<DayRow>`select to_char(day, 'YYYY-MM-DD') as day, grp as "group", source, ${sums}
      from ${days(from, to)} group by 1, 2, 3 order by 1, 2, 3`,
  )

export type StepRow = Counts & { group: string; at: number }

/** By group and step; `at` is in seconds since 1970. */
export const listSteps = (db: Reader, since: Date, step: number): Promise<StepRow[]> =>
  rowsOf(
    db,
    sql<StepRow>`select grp as "group", (floor(extract(epoch from minute) / ${step}) * ${step})::bigint as at, ${sums}
      from traffic_minutes where minute >= ${since} group by 1, 2`,
  )

export async function countBetween(db: Reader, from: Date, to: Date): Promise<number | null> {
  const [row] = await rowsOf(
    db,
    sql<{ requests: number | null; since: Date | null }>`
      select sum(ok + same + refused + failed)::bigint as requests, (select min(minute) from traffic_minutes) as since
      from traffic_minutes where minute >= ${from} and minute < ${to}`,
  )
  return row?.since && row.since <= from ? (row.requests ?? 0) : null
}

export type AppRow = Counts & { app: string; group: string; recent: number }

/** By application and group, since a time; `recent` counts the last five whole minutes. */
export const listApps = (db: Reader, since: Date, most: number): Promise<AppRow[]> =>
  rowsOf(
    db,
    sql<AppRow>`
      with counted as (
        select app, grp, ${sums},
          coalesce(sum(ok + same + refused + failed) filter (where minute >= date_trunc('minute', now()) - interval '5 minutes'
            and minute < date_trunc('minute', now())), 0)::bigint as recent
        from traffic_minutes where minute >= ${since} group by app, grp
      ), largest as (
        select app from counted group by app order by sum(ok + same + refused + failed) desc, app limit ${most}
      )
      select app, grp as "group", ok, same, refused, failed, recent from counted
      where app in (select app from largest) order by app, grp`,
  )

export type SeriesRow = { app: string; group: string; at: number; requests: number }

/** The series with most requests, by step. */
export const listSeries = (
  db: Reader,
  { since, step, most, isAdmin }: { since: Date; step: number; most: number; isAdmin: boolean },
): Promise<SeriesRow[]> =>
  rowsOf(
    db,
    sql<SeriesRow>`
      with largest as (
        select app, grp from traffic_minutes where minute >= ${since} and (grp = 'admin') = ${isAdmin}::boolean
        group by app, grp order by sum(ok + same + refused + failed) desc, app, grp limit ${most}
      )
      select t.app, t.grp as "group", (floor(extract(epoch from minute) / ${step}) * ${step})::bigint as at,
        sum(ok + same + refused + failed)::bigint as requests
      from traffic_minutes t join largest using (app, grp) where minute >= ${since}
      group by 1, 2, 3 order by 1, 2, 3`,
  )
