import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const inRange = (from: number, to: number) => sql`e.revision > ${from} and e.revision <= ${to}`

/** Counts what happened in projects, by day. */
export async function countFlows(trx: Db, from: number, to: number): Promise<void> {
  await forgetDeletedProjects(trx, from, to)
  await sql`
    with gone as (
      select project, max(revision) as revision from events e
      where ${inRange(from, to)} and type = 'project-deleted' group by project
    ), seen as (
      select e.revision, e.type, e.project, e.environment, (e.created_at at time zone 'UTC')::date as day,
        case when e.type in ('feature-created', 'feature-project-change') then e.data end as data
      from events e
      where ${inRange(from, to)} and e.project is not null
        and (e.environment is not null or e.type in
          ('feature-created', 'feature-archived', 'feature-revived', 'feature-deleted', 'feature-project-change'))
    ), counted as (
      select s.project, s.revision, s.day, k.kind, case k.kind when 'created' then s.data ->> 'type' else '' end as dim
      from seen s join (values ('feature-created', 'created'), ('feature-archived', 'archived'),
        ('feature-revived', 'revived'), ('feature-deleted', 'deleted'), ('feature-project-change', 'moved-in'))
        as k(type, kind) on k.type = s.type
      union all
      select s.data ->> 'oldProject', s.revision, s.day, 'moved-out', ''
      from seen s where s.type = 'feature-project-change'
      union all
      select s.project, s.revision, s.day, 'changes', coalesce(v.type, 'deleted')
      from seen s left join environments v on v.name = s.environment where s.environment is not null
    )
    insert into insight_flows as f (project, day, kind, dim, count)
    select c.project, c.day, c.kind, coalesce(c.dim, ''), count(*)
    from counted c left join gone g on g.project = c.project
    where c.project is not null and c.revision > coalesce(g.revision, 0)
    group by 1, 2, 3, 4
    on conflict (day, project, kind, dim) do update set count = f.count + excluded.count`.execute(trx)
}

/** The project may have been private, and its ID can be used again. */
async function forgetDeletedProjects(trx: Db, from: number, to: number) {
  const { rows } = await sql<{ project: string }>`
    select distinct project from events e
    where ${inRange(from, to)} and type = 'project-deleted' and project is not null`.execute(trx)
  const gone = rows.map(({ project }) => project)
  if (gone.length === 0) return
  await sql`delete from insight_flows where project = any(${gone})`.execute(trx)
  await sql`delete from insight_days where project = any(${gone})`.execute(trx)
  await sql`delete from insight_usage_days where project = any(${gone})`.execute(trx)
  await sql`delete from flag_firsts where project = any(${gone})`.execute(trx)
}

/** Notes when flags were created and first turned on in production, and where they are now. */
export async function noteFirsts(trx: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into flag_firsts (flag, revision, project, type, created_at)
    select e.flag, e.revision, e.project, coalesce(e.data ->> 'type', 'release'), e.created_at
    from events e
    where ${inRange(from, to)} and e.type = 'feature-created' and e.flag is not null and e.project is not null
    on conflict (flag, revision) do nothing`.execute(trx)
  await sql`
    update flag_firsts f set production_at = n.at
    from (
      select e.flag, b.revision, min(e.created_at) as at
      from events e join environments v on v.name = e.environment and v.type = 'production'
      cross join lateral ${birthOf}
      where ${inRange(from, to)} and e.type = 'feature-environment-enabled'
      group by e.flag, b.revision
    ) n
    where f.flag = n.flag and f.revision = n.revision and f.production_at is null`.execute(trx)
  await sql`
    update flag_firsts f set project = n.project, type = coalesce(n.type, f.type)
    from (
      select e.flag, b.revision, (array_agg(e.project order by e.revision desc))[1] as project,
        (array_agg(e.data ->> 'type' order by e.revision desc)
          filter (where e.type = 'feature-metadata-updated'))[1] as type
      from events e cross join lateral ${birthOf}
      where ${inRange(from, to)} and e.type in ('feature-project-change', 'feature-metadata-updated')
      group by e.flag, b.revision
    ) n
    where f.flag = n.flag and f.revision = n.revision`.execute(trx)
  // Flags of a project that was deleted in this range, unless they were moved to a new one with its ID.
  await sql`
    delete from flag_firsts f using (
      select project, max(revision) as revision from events e
      where ${inRange(from, to)} and type = 'project-deleted' group by project
    ) g
    where f.project = g.project and f.revision < g.revision and not exists (
      select from events e where ${inRange(from, to)} and e.revision > g.revision and e.flag = f.flag
        and e.project = f.project and e.type = 'feature-project-change')`.execute(trx)
}

/** The flag that had the name at that time. */
const birthOf = sql`(select c.revision from flag_firsts c
  where c.flag = e.flag and c.revision < e.revision order by c.revision desc limit 1) as b`
