import type { FeatureUsage } from '@flagstaff/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import { confinedTo, type Viewer } from '../platform/actor.ts'
import { type Reader, rowsOf } from '../platform/database.ts'
import type { Used } from './rules.ts'

const MOST_APPS = 100

/** Whether the viewer sees a flag of this name; usage of any other does not exist. */
const visible = (viewer: Viewer, flag: string) => {
  const seen = confinedTo(viewer)
  return sql`exists (select from flags f where f.name = ${flag}
    and (${seen}::text[] is null or f.project = any(${seen})))`
}

type LastHour = { environment: string; hour: Date; yes: number; no: number; apps: string[] }

/** What a flag was asked since the last full hour, by environment, and by whom. */
export async function readLastHour(
  db: Reader,
  viewer: Viewer,
  flag: string,
): Promise<Pick<FeatureUsage, 'lastHourUsage' | 'seenApplications'>> {
  const rows = await rowsOf(
    db,
    sql<LastHour>`
    select environment, max(hour) as hour, sum(yes)::bigint as yes, sum(no)::bigint as no, array_agg(distinct app) as apps
    from usage_hours
    where flag = ${flag} and variant = '' and hour > now() - interval '1 hour' and ${visible(viewer, flag)}
    group by environment order by environment`,
  )
  return {
    lastHourUsage: rows.map(({ environment, hour, yes, no }) => ({
      environment,
      timestamp: hour.toISOString(),
      yes,
      no,
    })),
    seenApplications: [...new Set(rows.flatMap(({ apps }) => apps))].sort(),
  }
}

type Asked = { flag: string; since: Date }

/** Counts by hour since a moment. */
export const listHours = (db: Reader, viewer: Viewer, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select hour as at, environment, app, variant, yes, no
      from usage_hours where flag = ${flag} and hour >= ${since} and ${visible(viewer, flag)}`,
  )

/** Counts by day: of days that are summed already, and of the hours that are not yet. */
export const listDays = (db: Reader, viewer: Viewer, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select day::timestamp at time zone 'UTC' as at, environment, app, variant, yes, no
      from usage_days
      where flag = ${flag} and day >= (${since}::timestamptz at time zone 'UTC')::date and ${visible(viewer, flag)}
      union all
      select date_trunc('day', hour at time zone 'UTC') at time zone 'UTC', environment, app, variant, yes, no
      from usage_hours where flag = ${flag} and hour >= ${since} and ${visible(viewer, flag)}`,
  )

/** By time, environment and application, of the first hundred applications. */
const summed = (db: Reader, counted: RawBuilder<unknown>): Promise<Used[]> =>
  rowsOf(
    db,
    sql<Used>`
    with counted as (${counted}), summed as (
      select at, environment, app, variant, sum(yes)::bigint as yes, sum(no)::bigint as no from counted
      where app in (select app from counted group by app order by app limit ${MOST_APPS})
      group by at, environment, app, variant
    )
    select at, environment, app,
      coalesce(sum(yes) filter (where variant = ''), 0)::bigint as yes,
      coalesce(sum(no) filter (where variant = ''), 0)::bigint as no,
      json_object_agg(variant, yes) filter (where variant <> '') as variants
    from summed group by at, environment, app order by at, app, environment`,
  )
