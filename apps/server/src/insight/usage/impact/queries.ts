import type { ImpactMetric } from '@flagstaff/delivery'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { storableJson } from '../../../platform/database/text.ts'
import type { Series, Sum } from './rules.ts'

/** A metric keeps its first type; values of another type are dropped. New names are refused above the limit. */
export async function upsertMetrics(db: Db, metrics: readonly ImpactMetric[], most: number): Promise<void> {
  const rows = [...new Map(metrics.map(({ name, type, help }) => [name, { name, type, help }])).values()]
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  await sql`
    insert into impact_metrics as m (name, type, help)
    select name, type, help from json_to_recordset(${storableJson(rows)}::json) as row(name text, type text, help text)
    where exists (select from impact_metrics known where known.name = row.name)
      or (select count(*) from impact_metrics) < ${most}
    on conflict (name) do update set help = excluded.help where m.type = excluded.type and m.help <> excluded.help`.execute(
    db,
  )
}

type Batch = { sums: readonly (Sum & { type: string })[]; minute: Date; mostSeries: number }

/** Adds to the totals and to the current minute. New series are refused above the limit. */
export async function addToSeries(db: Db, { sums, minute, mostSeries }: Batch): Promise<void> {
  await sql`
    with sent as materialized (
      select row.*, m.type = 'gauge' as is_gauge
      from json_to_recordset(${storableJson(sums)}::json) as row(metric text, type text, labels jsonb,
        bounds double precision[], value double precision, count double precision, buckets double precision[])
      join impact_metrics m on m.name = row.metric and m.type = row.type
    ), series as (
      insert into impact_series as s (metric, labels, bounds, value, count, buckets)
      select metric, labels, bounds, value, count, buckets from sent
      where exists (select from impact_series known where known.metric = sent.metric and known.labels = sent.labels)
        or (select count(*) from impact_series) < ${mostSeries}
      order by metric, labels::text
      on conflict (metric, labels) do update set seen_at = now(), bounds = excluded.bounds,
        value = excluded.value + case when (select type from impact_metrics m where m.name = s.metric) = 'gauge' then 0 else s.value end,
        count = s.count + excluded.count, buckets = add_buckets(s.buckets, excluded.buckets)
      returning s.id, s.metric, s.labels
    )
    insert into impact_minutes as i (series_id, minute, value, count, buckets)
    select series.id, ${minute}, sent.value, sent.count, sent.buckets
    from series join sent on sent.metric = series.metric and sent.labels = series.labels
    order by series.id
    on conflict (series_id, minute) do update set
      value = excluded.value + case when (select m.type from impact_metrics m join impact_series s on s.metric = m.name
        where s.id = i.series_id) = 'gauge' then 0 else i.value end,
      count = i.count + excluded.count, buckets = add_buckets(i.buckets, excluded.buckets)`.execute(db)
}

/** Recently updated series. For scrapers, which see all projects. */
export const listSeries = (db: Reader): Promise<Series[]> =>
  rowsOf(
    db,
    sql<Series>`
    select m.name, m.type, m.help, s.labels, s.bounds, s.value, s.count, s.buckets
    from impact_series s join impact_metrics m on m.name = s.metric
    order by m.name, s.id`,
  )

export async function forgetImpact(db: Db, days: { minutes: number; series: number }): Promise<void> {
  await sql`delete from impact_minutes where minute < now() - make_interval(days => ${days.minutes})`.execute(
    db,
  )
  await sql`delete from impact_series where seen_at < now() - make_interval(days => ${days.series})`.execute(
    db,
  )
  await sql`delete from impact_metrics m where not exists (select from impact_series s where s.metric = m.name)`.execute(
    db,
  )
}
