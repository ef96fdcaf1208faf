import type { MetricType } from '@flagstaff/contract/impact'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Sums } from './modes.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

export type Asked = {
  metric: string
  type: MetricType
  labels: Readonly<Record<string, readonly string[]>>
  by: readonly string[]
  trusted: boolean
  /** The projects that the viewer sees; null for all. */
  projects: readonly string[] | null
  step: number
  from: number
  to: number
}

/** A step of one line: its start in seconds, and the values of the labels that divide the lines. */
export type Group = { at: number; by: (string | null)[] }

type Projects = readonly string[] | null

/** Null if there is no such metric, or none that the viewer sees. */
export async function findType(db: Reader, metric: string, projects: Projects): Promise<MetricType | null> {
  const [row] = await rowsOf(
    db,
    sql<{ type: MetricType }>`
    select m.type from impact_metrics m where m.name = ${metric} and ${seenMetric(projects)}`,
  )
  return row?.type ?? null
}

/** A metric is visible with one of its series. One that is only registered is visible to everybody. */
export const seenMetric = (projects: Projects): RawBuilder<boolean> =>
  sql<boolean>`(${projects}::text[] is null
    or m.registered_at is not null and not exists (select from impact_series s where s.metric = m.name)
    or exists (select from impact_series s where s.metric = m.name and ${seenSeries(projects)}))`

export type Listed = { name: string; type: MetricType; help: string }

export const listMetrics = (db: Reader, projects: Projects): Promise<Listed[]> =>
  rowsOf(
    db,
    sql<Listed>`select m.name, m.type, m.help from impact_metrics m where ${seenMetric(projects)} order by m.name`,
  )

const MOST_VALUES = 100

/** The labels of a metric with their values, of the series that the viewer sees. */
export async function listLabels(
  db: Reader,
  metric: string,
  projects: Projects,
): Promise<Record<string, string[]>> {
  const rows = await rowsOf(
    db,
    sql<{ name: string; values: string[] }>`
    select label.name, (array_agg(distinct label.value order by label.value))[1:${MOST_VALUES}::integer] as values
    from impact_series s, jsonb_each_text(s.labels) as label(name, value)
    where s.metric = ${metric} and ${seenSeries(projects)}
    group by label.name order by label.name`,
  )
  return Object.fromEntries(rows.map(({ name, values }) => [name, values]))
}

/** A series is visible if its application is used in a project that the viewer sees. */
export const seenSeries = (projects: Projects): RawBuilder<boolean> =>
  sql<boolean>`(${projects}::text[] is null or exists (
    select from application_uses u where u.app = s.labels ->> 'appName'
      and u.project = any(${projects}::text[] || '{*}'::text[])))`

const matches = ([name, values]: [string, readonly string[]]): RawBuilder<boolean> =>
  values.includes('*')
    ? sql<boolean>`(s.labels ->> ${name}::text) is not null`
    : sql<boolean>`(s.labels ->> ${name}::text) = any(${values}::text[])`

/** Numbers for lines and bounds: many rows are grouped by them, and arrays are slow to compare. */
const chosen = ({ metric, labels, by, trusted, projects }: Asked): RawBuilder<unknown> => {
  const filters = Object.entries(labels).filter(([, values]) => values.length > 0)
  return sql`
    select id, by, bounds, dense_rank() over (order by by) as line, dense_rank() over (order by bounds) as kind from (
      select s.id, s.bounds, array(select s.labels ->> name from unnest(${by}::text[]) with ordinality as b(name, place)
        order by place) as by
      from impact_series s
      where s.metric = ${metric} and not (${trusted} and s.public) and ${seenSeries(projects)}
        ${filters.length > 0 ? sql`and ${sql.join(filters.map(matches), sql` and `)}` : sql``}
    ) as found`
}

/**
 * The rows of the coarsest table that fits the step, and of finer ones for the time that is not folded yet. All in one
 * statement, so that nothing is missed or counted twice while a job folds.
 */
const parts = ({ type, step, from, to }: Asked): RawBuilder<unknown> => {
  const start = sql`to_timestamp(${from})`
  const end = sql`to_timestamp(${to})`
  const [useHours, useDays] = [step % HOUR === 0, step % DAY === 0]
  const weight = type === 'gauge' ? sql`1::double precision` : sql`i.count`
  const unfolded = (isFolded: boolean, mark: RawBuilder<unknown>) =>
    isFolded ? sql`greatest(${start}, ${mark})` : start
  const hoursMark = sql`(select coalesce(max(hour) + interval '1 hour', '-infinity') from impact_hours)`
  const daysMark = sql`(select coalesce(max(day) + interval '24 hours', '-infinity') from impact_days)`
  const minutes = sql`
    select c.id, c.line, c.kind, i.minute as at, i.value, ${weight} as count, i.buckets
    from chosen c join impact_minutes i on i.series_id = c.id
    where i.minute >= ${unfolded(useHours, hoursMark)} and i.minute < ${end}`
  const hours = sql`
    select c.id, c.line, c.kind, i.hour, i.value, i.count, i.buckets
    from chosen c join impact_hours i on i.series_id = c.id
    where i.hour >= ${unfolded(useDays, daysMark)} and i.hour < ${end}`
  const days = sql`
    select c.id, c.line, c.kind, i.day, i.value, i.count, i.buckets
    from chosen c join impact_days i on i.series_id = c.id
    where i.day >= ${start} and i.day < ${end}`
  const tables = [minutes, ...(useHours ? [hours] : []), ...(useDays ? [days] : [])]
  return sql.join(tables, sql` union all `)
}

const stepOf = ({ step }: Asked) =>
  sql`(floor(date_part('epoch', at) / ${step}::integer) * ${step}::integer)::bigint`

const lines = sql`lines as (select distinct line, by from chosen)`

/** Sums by step and line. */
export const listSums = (db: Reader, asked: Asked): Promise<(Group & Sums)[]> =>
  rowsOf(
    db,
    sql<Group & Sums>`
    with chosen as materialized (${chosen(asked)}), ${lines}, part as (${parts(asked)}), one as (
      select ${stepOf(asked)} as at, line, id, sum(value) as value, sum(count) as count from part group by 1, 2, 3
    ), summed as (
      select at, line, sum(value) as value, sum(count) as count, count(*) as series,
        coalesce(sum(value / nullif(count, 0)), 0) as means
      from one group by at, line
    )
    select at, by, value, count, series, means from summed join lines using (line) order by line, at`,
  )

type Filled = Group & { bounds: number[]; buckets: number[] }

/**
 * Buckets by step and line. Buckets with other bounds cannot be added, so only the bounds with most observations count;
 * `leftOut` is the number of series with others.
 */
export async function listBuckets(db: Reader, asked: Asked): Promise<{ rows: Filled[]; leftOut: number }> {
  const [row] = await rowsOf(
    db,
    sql<{ rows: Filled[] | null; bounds: number[] | null; leftOut: number }>`
    with chosen as materialized (${chosen(asked)}), ${lines}, part as materialized (
      select id, line, kind, ${stepOf(asked)} as at, count, buckets from (${parts(asked)}) as found
    ), kinds as (
      select kind, sum(count) as count, count(distinct id) as series from part group by kind
    ), common as (
      select kind from kinds order by count desc, kind limit 1
    ), place as (
      select at, line, index, sum(bucket) as bucket
      from part, unnest(part.buckets) with ordinality as b(bucket, index)
      where kind = (select kind from common)
      group by 1, 2, 3
    ), filled as (
      select at, line, array_agg(bucket order by index) as buckets from place group by at, line
    )
    select (select json_agg(json_build_object('at', at, 'by', by, 'buckets', buckets) order by line, at)
        from filled join lines using (line)) as rows,
      (select bounds from chosen where kind = (select kind from common) limit 1) as bounds,
      (select coalesce(sum(series), 0)::integer from kinds where kind <> (select kind from common)) as "leftOut"`,
  )
  const bounds = row?.bounds ?? []
  return { rows: (row?.rows ?? []).map((one) => ({ ...one, bounds })), leftOut: row?.leftOut ?? 0 }
}
