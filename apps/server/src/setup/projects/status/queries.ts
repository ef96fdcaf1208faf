import type { Feature } from '@flagstaff/contract/flags'
import type { FlagCreators, FlagCreatorsQuery, ProjectFlagCreators } from '@flagstaff/contract/project-status'
import type { ProjectStats } from '@flagstaff/contract/projects'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { displayName } from '../../../platform/database/person-queries.ts'
import { containing } from '../../../platform/database/text.ts'
import { pageOf } from '../../../platform/http/page.ts'
import { confinedTo, sees, type Viewer } from '../../../platform/write/actor.ts'

/** The number of flags in a stage, and the average days flags spend in it; flags still in it count until now. */
export type StageRow = { stage: string; flags: number; days: number | null }

export type StatusRow = {
  flags: number
  stale: number
  potentially_stale: number
  archived: number
  archived_lately: number
  tokens: number
  members: number
  segments: number
  activity: { date: string; count: number }[]
  stages: StageRow[]
}

/** Undefined if there is no such project. */
export async function findStatus(db: Reader, viewer: Viewer, id: string): Promise<StatusRow | undefined> {
  if (!sees(viewer, id)) return undefined
  const [row] = await rowsOf(
    db,
    sql<StatusRow>`
    select f.*,
      (select count(*) from api_token_projects t where t.project = p.id) as tokens,
      (select count(distinct m.user_id) from project_access m
       join users u on u.id = m.user_id and u.deleted_at is null where m.project = p.id) as members,
      (select count(*) from segments s where s.project = p.id) as segments,
      (select coalesce(json_agg(json_build_object('date', d.day, 'count', d.changes) order by d.day), '[]')
       from activity_days d where d.project = p.id and d.day > current_date - 365) as activity,
      (select coalesce(json_agg(json_build_object('stage', s.stage, 'flags', s.flags, 'days', s.days)), '[]')
       from (${stages(id)}) s) as stages
    from projects p
    cross join lateral (
      select count(*) filter (where archived_at is null) as flags,
        count(*) filter (where archived_at is null and stale) as stale,
        count(*) filter (where archived_at is null and potentially_stale and not stale) as potentially_stale,
        count(*) filter (where archived_at is not null) as archived,
        count(*) filter (where archived_at > now() - interval '30 days') as archived_lately
      from flags where project = p.id
    ) f
    where p.id = ${id}`,
  )
  return row
}

const stages = (project: string) => sql`
  select s.stage, count(*) filter (where s.stage = f.stage) as flags,
    round((avg(extract(epoch from coalesce(s.left_at, now()) - s.entered_at)) / 86400)::numeric, 1)::float as days
  from flags f
  cross join lateral (values
    ('initial', coalesce(f.revived_at, f.created_at), coalesce(f.pre_live_at, f.live_at, f.completed_at, f.archived_at)),
    ('pre-live', f.pre_live_at, coalesce(f.live_at, f.completed_at, f.archived_at)),
    ('live', f.live_at, coalesce(f.completed_at, f.archived_at)),
    ('completed', f.completed_at, f.archived_at)) as s(stage, entered_at, left_at)
  where f.project = ${project} and s.entered_at is not null
  group by s.stage`

/** The creators of the project's flags, including archived ones. */
export async function listFlagCreators(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<ProjectFlagCreators | undefined> {
  if (!sees(viewer, id)) return undefined
  const [found, creators] = await Promise.all([
    db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst(),
    db
      .selectFrom('flags')
      .select((eb) => ['created_by_id as id', eb.fn.max(creatorName).as('name')])
      .where('project', '=', id)
      .groupBy('created_by_id')
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ])
  return found && creators
}

const creatorName = displayName('flags.created_by_id', 'flags.created_by_name')
const CREATORS = { usual: 50, most: 10_000 }

/** The creators of flags that the viewer can see, filtered by name. */
export async function searchFlagCreators(
  db: Reader,
  viewer: Viewer,
  { q = '', ...asked }: FlagCreatorsQuery,
): Promise<FlagCreators> {
  const seen = confinedTo(viewer)
  const { limit, offset } = pageOf(asked, CREATORS)
  const pattern = containing(q)
  const rows = await rowsOf(
    db,
    sql<{ id: number; name: string; total: number }>`
    select created_by_id as id, max(${creatorName}) as name, count(*) over () as total
    from flags
    where ${creatorName} ilike ${pattern} and (${seen}::text[] is null or project = any(${seen}))
    group by created_by_id order by name, id limit ${limit} offset ${offset}`,
  )
  return { total: rows[0]?.total ?? 0, flagCreators: rows.map(({ id, name }) => ({ id, name })) }
}

type ListedFlag = Omit<Feature, 'createdAt' | 'environments'> & {
  createdAt: Date
  potentiallyStale: boolean
  environments: { name: string; type: string; enabled: boolean; sortOrder: number }[] | null
}

/** The active flags of a project, with the environments in which they are on. */
export const listFlagsForHealth = (db: Reader, project: string) =>
  rowsOf(
    db,
    sql<ListedFlag>`
    select f.name, f.type, f.project, f.description, f.stale, f.potentially_stale as "potentiallyStale",
      f.impression_data as "impressionData", f.created_at as "createdAt", f.version as "objectVersion",
      (select json_agg(json_build_object('name', e.name, 'type', e.type, 'enabled', s.enabled,
         'sortOrder', e.sort_order) order by e.sort_order, e.name)
       from flag_environments s join environments e on e.name = s.environment where s.flag = f.name) as environments
    from flags f where f.project = ${project} and f.archived_at is null order by f.name`,
  )

/** Compares the last 30 days with the 30 days before. */
export async function findStats(db: Reader, project: string): Promise<ProjectStats> {
  const [row] = await rowsOf(
    db,
    sql<ProjectStats>`
    select
      (select count(*) from flags where project = ${project} and ${lately('created_at')}) as "createdCurrentWindow",
      (select count(*) from flags where project = ${project} and ${before('created_at')}) as "createdPastWindow",
      (select count(*) from flags where project = ${project} and ${lately('archived_at')}) as "archivedCurrentWindow",
      (select count(*) from flags where project = ${project} and ${before('archived_at')}) as "archivedPastWindow",
      (select coalesce(sum(changes), 0)::int from activity_days
       where project = ${project} and ${lately('day')}) as "projectActivityCurrentWindow",
      (select coalesce(sum(changes), 0)::int from activity_days
       where project = ${project} and ${before('day')}) as "projectActivityPastWindow",
      (select count(distinct user_id) from project_access
       where project = ${project} and ${lately('added_at')}) as "projectMembersAddedCurrentWindow",
      (select case when count(*) = 0 then 0 else round(greatest(avg(t.days), 0.1), 1)::float end
       from (select floor(extract(epoch from min(e.created_at) - f.created_at) / 86400)::numeric as days
             from flags f join events e on e.flag = f.name and e.type = 'feature-environment-enabled'
             join environments v on v.name = e.environment and v.type = 'production'
             where f.project = ${project} and e.created_at >= f.created_at
               and f.created_at >= coalesce(${logStart}, '-infinity')
             group by f.name, f.created_at) t) as "avgTimeToProdCurrentWindow"`,
  )
  if (!row) throw new Error('a select without a table has one row')
  return row
}

/** A flag that is older than the log may have been turned on before; null if no events were removed. */
const logStart = sql`(select created_at from events
  where revision = (select max(last_revision) + 1 from removed_event_parts where last_hash is not null))`

const lately = (column: string) => sql`${sql.ref(column)} > now() - interval '30 days'`
const before = (column: string) =>
  sql`${sql.ref(column)} > now() - interval '60 days' and ${sql.ref(column)} <= now() - interval '30 days'`
