import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'

/** The first hour that is not folded yet, or the first with minutes. */
export const findHourToFold = (db: Db): Promise<Date | undefined> =>
  first(
    db,
    sql`coalesce((select max(hour) + interval '1 hour' from impact_hours),
      (select date_trunc('hour', min(minute) at time zone 'UTC') at time zone 'UTC' from impact_minutes))`,
  )

export const findDayToFold = (db: Db): Promise<Date | undefined> =>
  first(
    db,
    sql`coalesce((select max(day) + interval '24 hours' from impact_days),
      (select date_trunc('day', min(hour) at time zone 'UTC') at time zone 'UTC' from impact_hours))`,
  )

async function first(db: Db, at: Sql): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select ${at} as at`.execute(db)
  return rows[0]?.at ?? undefined
}

/**
 * Sums the minutes of one hour. The minutes stay, and the sums are replaced instead of increased, so that folding an
 * hour again changes nothing unless minutes were added since.
 */
export const foldImpactHour = (db: Db, hour: Date) =>
  fold(db, {
    into: sql`impact_hours (series_id, hour, value, count, buckets)`,
    key: sql`series_id, hour`,
    at: hour,
    // A minute of a gauge is one value.
    columns: sql`i.series_id, i.value, case when m.type = 'gauge' then 1 else i.count end as count, i.buckets`,
    from: sql`impact_minutes i join impact_series s on s.id = i.series_id join impact_metrics m on m.name = s.metric`,
    within: sql`i.minute >= ${hour} and i.minute < ${hour}::timestamptz + interval '1 hour'`,
  })

/** Sums the hours of one day, in UTC. */
export const foldImpactDay = (db: Db, day: Date) =>
  fold(db, {
    into: sql`impact_days (series_id, day, value, count, buckets)`,
    key: sql`series_id, day`,
    at: day,
    columns: sql`i.series_id, i.value, i.count, i.buckets`,
    from: sql`impact_hours i`,
    within: sql`i.hour >= ${day} and i.hour < ${day}::timestamptz + interval '24 hours'`,
  })

type Sql = RawBuilder<unknown>
type Fold = { into: Sql; key: Sql; at: Date; columns: Sql; from: Sql; within: Sql }

/** Keeps each statement well below the statement timeout. */
const SERIES_AT_ONCE = 500

/** In one transaction, because reads take the newest hour as a sign that it is complete. */
const fold = (db: Db, parts: Fold) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select distinct i.series_id as id from ${parts.from} where ${parts.within} order by 1`.execute(trx)
    const ids = rows.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += SERIES_AT_ONCE)
      await foldSeries(trx, parts, ids.slice(from, from + SERIES_AT_ONCE))
  })

const foldSeries = (
  trx: Transaction<Tables>,
  { into, key, at, columns, from, within }: Fold,
  ids: number[],
) =>
  sql`
    with part as materialized (
      select ${columns} from ${from} where ${within} and i.series_id = any(${ids}::bigint[])
    ), place as (
      select series_id, index, sum(bucket) as bucket
      from part, unnest(buckets) with ordinality as b(bucket, index) group by series_id, index
    ), filled as (
      select series_id, array_agg(bucket order by index) as buckets from place group by series_id
    ), summed as (
      select series_id, sum(value) as value, sum(count) as count from part group by series_id
    )
    insert into ${into}
    select s.series_id, ${at}::timestamptz, s.value, s.count, coalesce(f.buckets, '{}')
    from summed s left join filled f on f.series_id = s.series_id order by s.series_id
    on conflict (${key}) do update set value = excluded.value, count = excluded.count, buckets = excluded.buckets`.execute(
    trx,
  )

type Kept = { minutes: number; hours: number; days: number; series: number; publicSeries: number }

/** Deletes whole hours of minutes and whole days of hours: folding the rest of one again would lose what is gone. */
export async function forgetImpact(db: Db, kept: Kept): Promise<void> {
  const before = (days: number, unit = 'day') =>
    sql`date_trunc(${unit}::text, now() at time zone 'UTC' - make_interval(days => ${days}::integer)) at time zone 'UTC'`
  await sql`delete from impact_minutes where minute < ${before(kept.minutes, 'hour')}`.execute(db)
  await sql`delete from impact_hours where hour < ${before(kept.hours)}`.execute(db)
  await sql`delete from impact_days where day < ${before(kept.days)}`.execute(db)
  await sql`delete from impact_series where seen_at < ${before(kept.series)}
    or public and seen_at < ${before(kept.publicSeries)}`.execute(db)
  await sql`delete from impact_metrics m where not exists (select from impact_series s where s.metric = m.name)
    and coalesce(registered_at, '-infinity') < ${before(kept.series)}`.execute(db)
}
