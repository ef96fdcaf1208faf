import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export const preparePartitions = (db: Db, daysAhead: number) =>
  db.transaction().execute((trx) => sql`select prepare_usage_days(${daysAhead}::integer)`.execute(trx))

export const dropEmptyPartitions = (db: Db, before: Date) =>
  db.transaction().execute((trx) => sql`select drop_usage_days(${before})`.execute(trx))

export async function listHoursBefore(db: Db, before: Date): Promise<Date[]> {
  const { rows } = await sql<{ hour: Date }>`
    select distinct hour from usage_hours where hour < ${before} order by hour`.execute(db)
  return rows.map(({ hour }) => hour)
}

/** Moves the counts of one hour into the daily totals. Counts of names that never became a flag are dropped. */
export const sumHour = (db: Db, hour: Date) =>
  sql`
    with gone as (delete from usage_hours where hour = ${hour} returning *)
    insert into usage_days as d (day, environment, app, flag, variant, yes, no)
    select (hour at time zone 'UTC')::date, environment, app, flag, variant, sum_counts(yes), sum_counts(no)
    from gone where exists (select from flags f where f.name = gone.flag)
    group by 1, 2, 3, 4, 5
    on conflict (flag, day, environment, app, variant)
    do update set yes = add_counts(d.yes, excluded.yes), no = add_counts(d.no, excluded.no)`.execute(db)

/**
 * Merges the rows that several processes of an older version wrote into one. Rows that are locked at the moment are skipped until the next run, so
 * this cannot deadlock.
 */
export const mergeHour = (db: Db, hour: Date) =>
  sql`
    with many as (
      select environment, app, flag, variant from usage_hours where hour = ${hour}
      group by environment, app, flag, variant having count(*) > 1
    ), held as (
      select u.environment, u.app, u.flag, u.variant, u.writer
      from usage_hours u join many using (environment, app, flag, variant)
      where u.hour = ${hour} and u.writer <> 0
      order by 1, 2, 3, 4, 5 for update of u skip locked
    ), gone as (
      delete from usage_hours u using held h
      where u.hour = ${hour} and u.environment = h.environment and u.app = h.app and u.flag = h.flag
        and u.variant = h.variant and u.writer = h.writer
      returning u.*
    )
    insert into usage_hours as u (hour, environment, app, flag, variant, writer, yes, no)
    select hour, environment, app, flag, variant, 0, sum_counts(yes), sum_counts(no) from gone group by 1, 2, 3, 4, 5
    on conflict (hour, environment, app, flag, variant, writer)
    do update set yes = add_counts(u.yes, excluded.yes), no = add_counts(u.no, excluded.no)`.execute(db)

export const forgetDays = (db: Db, kept: number) =>
  sql`delete from usage_days where day < (now() at time zone 'UTC')::date - ${kept}::integer`.execute(db)

export const forgetBatches = (db: Db, days: number) =>
  sql`delete from usage_batches where received_at < now() - make_interval(days => ${days})`.execute(db)

export const forgetUnknown = (db: Db, hours: number) =>
  sql`delete from unknown_flags where seen_at < now() - make_interval(hours => ${hours})`.execute(db)
