import type { FeatureUsage } from '@flagstaff/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Used } from './rules.ts'

const MOST_APPS = 100

/** Whether a flag with this name, archived or not, exists and is visible to the viewer. */
export async function isFlag(db: Reader, viewer: Viewer, flag: string): Promise<boolean> {
  const row = await db.selectFrom('flags').select('project').where('name', '=', flag).executeTakeFirst()
  return row !== undefined && sees(viewer, row.project)
}

type LastHour = { environment: string; hour: Date; yes: number; no: number; apps: string[] }

/** Evaluations of a flag since the last full hour, by environment, with the applications. */
export async function readLastHour(
  db: Reader,
  flag: string,
): Promise<Pick<FeatureUsage, 'lastHourUsage' | 'seenApplications'>> {
  const rows = await rowsOf(
    db,
    sql<LastHour>`
    select environment, max(hour) as hour, sum(yes)::bigint as yes, sum(no)::bigint as no, array_agg(distinct app) as apps
    from usage_counts
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

/** Counts by hour. */
export const listHours = (db: Reader, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select hour as at, environment, app, variant, yes, no
      from usage_counts where flag = ${flag} and hour >= ${since}`,
  )

/** Counts by day: from aggregated days, and from hours that are not aggregated yet. */
export const listDays = (db: Reader, { flag, since }: Asked): Promise<Used[]> =>
  summed(
    db,
    sql`select day::timestamp at time zone 'UTC' as at, environment, app, variant, yes, no
      from usage_days
      where flag = ${flag} and day >= (${since}::timestamptz at time zone 'UTC')::date
      union all
      select date_trunc('day', hour at time zone 'UTC') at time zone 'UTC', environment, app, variant, yes, no
      from usage_counts where flag = ${flag} and hour >= ${since}`,
  )

/** By time, environment and application, limited to the first hundred applications. */
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
