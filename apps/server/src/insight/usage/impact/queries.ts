import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { storableJson } from '../../../platform/database/text.ts'
import type { Described, Sum } from './rules.ts'
import { type Listed, seenSeries } from './series-queries.ts'
import type { Series } from './text.ts'

const MOST_SERIES = 10_000
/** Frontend tokens are public, so above this limit they cannot create new series; backend tokens still can. */
const MOST_SERIES_IF_PUBLIC = 5_000
/** Series that are not sent for this long are not shown to scrapers and leave room for new ones. */
const ACTIVE = sql`now() - interval '14 days'`

/**
 * A metric keeps its first type; values of another type are dropped. If only browsers have sent it so far, the type that
 * a backend sends replaces theirs, so that nobody can block a metric. New names are refused above the limit.
 */
export async function upsertMetrics(db: Db, metrics: readonly Described[]): Promise<void> {
  const rows = metrics.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await sql`
    with sent as materialized (
      select * from json_to_recordset(${storableJson(rows)}::json) as row(name text, type text, help text, public boolean)
    ), replaced as (
      delete from impact_series s using impact_metrics m join sent on sent.name = m.name
      where s.metric = m.name and m.public and not sent.public and m.type <> sent.type
    )
    insert into impact_metrics as m (name, type, help, public)
    select name, type, help, public from sent
    where exists (select from impact_metrics known where known.name = sent.name)
      or (select count(*) from impact_metrics) < case when sent.public then ${MOST_SERIES_IF_PUBLIC}::integer else ${MOST_SERIES}::integer end
    order by name
    on conflict (name) do update set type = excluded.type, help = excluded.help, public = m.public and excluded.public
    where m.public and not excluded.public
      or m.public = excluded.public and m.type = excluded.type and m.help <> excluded.help`.execute(db)
}

/** Adds to the totals and to the current minute. New series are refused above the limit. */
export async function addToSeries(db: Db, sums: readonly Sum[], minute: Date): Promise<void> {
  const rows = sums.map((one) => ({ ...one, labels: JSON.parse(one.labels) }))
  await sql`
    with sent as materialized (
      select row.*, m.type = 'gauge' as is_gauge
      from json_to_recordset(${storableJson(rows)}::json) as row(metric text, type text, labels jsonb, digest text,
        public boolean, bounds double precision[], value double precision, count double precision, buckets double precision[])
      join impact_metrics m on m.name = row.metric and m.type = row.type
    ), series as (
      insert into impact_series as s (metric, labels, digest, public, bounds, value, count, buckets)
      select metric, labels, digest, public, bounds, value, count, buckets from sent
      where exists (select from impact_series known where known.metric = sent.metric and known.digest = sent.digest)
        or (select count(*) from impact_series where seen_at > ${ACTIVE})
          < case when sent.public then ${MOST_SERIES_IF_PUBLIC}::integer else ${MOST_SERIES}::integer end
      order by metric, digest
      on conflict (metric, digest) do update set seen_at = now(),
        value = excluded.value + case when (select type from impact_metrics m where m.name = s.metric) = 'gauge' then 0 else s.value end,
        count = s.count + excluded.count, buckets = add_buckets(s.buckets, excluded.buckets)
      returning s.id, s.metric, s.digest
    )
    insert into impact_minutes as i (series_id, minute, value, count, buckets)
    select series.id, ${minute}, sent.value, sent.count, sent.buckets
    from series join sent on sent.metric = series.metric and sent.digest = series.digest
    order by series.id
    on conflict (series_id, minute) do update set
      value = excluded.value + case when (select m.type from impact_metrics m join impact_series s on s.metric = m.name
        where s.id = i.series_id) = 'gauge' then 0 else i.value end,
      count = i.count + excluded.count, buckets = add_buckets(i.buckets, excluded.buckets)`.execute(db)
}

/** Returns false if the metric exists, or if there are too many; what is registered never replaces what was sent. */
export async function registerMetric(db: Db, { name, type }: Omit<Listed, 'help'>): Promise<boolean> {
  const { rows } = await sql`
    insert into impact_metrics (name, type, help, registered_at)
    select ${name}, ${type}, '', now()
    where (select count(*) from impact_metrics) < ${MOST_SERIES_IF_PUBLIC}::integer
    on conflict (name) do nothing returning name`.execute(db)
  return rows.length > 0
}

/** Recently updated series of applications that are used in these projects, oldest first; scrapers see all. */
export const listSeries = (db: Reader, projects: readonly string[] | null = null): Promise<Series[]> =>
  rowsOf(
    db,
    sql<Series>`
    select m.name, m.type, m.help, s.labels, s.bounds, s.value, s.count, s.buckets
    from impact_series s join impact_metrics m on m.name = s.metric
    where s.seen_at > ${ACTIVE} and ${seenSeries(projects)}
    order by m.name, s.seen_at, s.id`,
  )
