import type { LifecycleTrend, LifecycleTrends, ProjectDora } from '@flagstaff/contract/insights'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Projects } from './queries.ts'

type Lead = { name: string; days: number }

/** Whole days from creation to production of the project's flags, and their average as in the project's statistics. */
export async function listLeadTimes(db: Reader, project: string): Promise<ProjectDora> {
  const rows = await rowsOf(
    db,
    sql<Lead>`
    select name, days from (
      select distinct on (x.flag) x.flag as name,
        floor(extract(epoch from x.production_at - x.created_at) / 86400)::int as days, x.production_at
      from flag_firsts x join flags f on f.name = x.flag and f.project = ${project}
      order by x.flag, x.revision desc
    ) t where production_at is not null order by name`,
  )
  const features = rows.map(({ name, days }) => ({ name, timeToProduction: days }))
  if (rows.length === 0) return { projectAverage: 0, features }
  const mean = rows.reduce((sum, { days }) => sum + days, 0) / rows.length
  return { projectAverage: Math.round(Math.max(mean, 0.1) * 10) / 10, features }
}

type StageRow = {
  stage: keyof LifecycleTrends['lifecycleTrends']
  category: keyof LifecycleTrend['categories'] | null
  flags: number
  fresh: number
  now_days: number | null
  past_days: number | null
}

/** Flags by stage and category, and a row without a category with the medians of all. */
export const listStages = (db: Reader, projects: Projects): Promise<StageRow[]> =>
  rowsOf(
    db,
    sql<StageRow>`
    select s.stage, c.category, (count(*) filter (where is_in))::int as flags,
      (count(*) filter (where is_in and s.entered_at > now() - interval '7 days'))::int as fresh,
      round((percentile_cont(0.5) within group (order by days) filter (where is_in))::numeric, 1)::float8 as now_days,
      round((percentile_cont(0.5) within group (order by days)
        filter (where not is_in and s.left_at is not null))::numeric, 1)::float8 as past_days
    from flags f
    cross join lateral (select case when f.type = 'experiment' then 'experimental'
      when f.type in ('kill-switch', 'permission') then 'permanent' else 'release' end as category) c
    cross join lateral (values
      ('develop', coalesce(f.revived_at, f.created_at), coalesce(f.live_at, f.completed_at, f.archived_at)),
      ('production', f.live_at, coalesce(f.completed_at, f.archived_at)),
      ('cleanup', f.completed_at, f.archived_at)) as s(stage, entered_at, left_at)
    cross join lateral (select s.left_at is null as is_in,
      date_part('epoch', coalesce(s.left_at, now()) - s.entered_at) / 86400 as days) d
    where s.entered_at is not null and (${projects}::text[] is null or f.project = any(${projects}))
    group by grouping sets ((s.stage, c.category), (s.stage))`,
  )
