import type { FeatureUsage } from '@flagstaff/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import { sees, type Viewer } from '../platform/actor.ts'
import { type Reader, rowsOf } from '../platform/database.ts'
import type { Used } from './rules.ts'

const MOST_APPS = 100

/** Whether there is a flag of this name, archived or not, that the viewer sees. */
export async function isFlag(db: Reader, viewer: Viewer, flag: string): Promise<boolean> {
  const row = await db.selectFrom('flags').select('project').where('name', '=', flag).executeTakeFirst()
  return row !== undefined && sees(viewer, row.project)
}

type LastHour = { environment: string; hour: Date; yes: number; no: number; apps: string[] }

/** What a flag was asked since the last full hour, by environment, and by whom. */
export async function readLastHour(
  db: Reader,
  flag: string,
): Promise<Pick<FeatureUsage, 'lastHourUsage' | 'seenApplications'>> {
  const rows = await rowsOf(
    db,
    sql<LastHour>`
    select environment, max(hour) as hour, sum(yes)::bigint as yes, sum(no)::bigint as no, array_agg(distinct app) as apps
    from usage_hours
    where flag = ${flag} and variant = '' and hour > now() - interval '1 hour'
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
export const listHours = (db: Reader, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select hour as at, environment, app, variant, yes, no
      from usage_hours where flag = ${flag} and hour >= ${since}`,
  )

/** Counts by day: of days that are summed already, and of the hours that are not yet. */
export const listDays = (db: Reader, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select day::timestamp at time zone 'UTC' as at, environment, app, variant, yes, no
      from usage_days
      where flag = ${flag} and day >= (${since}::timestamptz at time zone 'UTC')::date
      union all
      select date_trunc('day', hour at time zone 'UTC') at time zone 'UTC', environment, app, variant, yes, no
      from usage_hours where flag = ${flag} and hour >= ${since}`,
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
