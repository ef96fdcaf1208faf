import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type {
  FeatureTypeCount,
  OnboardingStatus,
  Project,
  ProjectOverview,
  ProjectsQuery,
} from '@flagstaff/contract/projects'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { isChange } from '../../../platform/database/event-queries.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { confinedTo, sees, type Viewer } from '../../../platform/write/actor.ts'
import { toRecord } from '../queries.ts'
import { debtOf, healthOf } from './health.ts'

type ProjectRow = Selectable<Tables['projects']>
type Owner = { ownerType: 'user'; name: string; email: string | null } | { ownerType: 'group'; name: string }
type Listed = ProjectRow & {
  flags: number
  stale: number
  potentially_stale: number
  flag_seen_at: Date | null
  members: number
  owners: Owner[] | null
  changed_at: Date | null
  favorite: boolean
  /** The number of projects on all pages. */
  total: number
}

const OWNER = 4
const members = sql`(select count(distinct m.user_id)
  from project_access m join users u on u.id = m.user_id and u.deleted_at is null where m.project = p.id)`
/** Each project with its owners: people first, then groups. `within` limits the projects. */
const ownersWithin = (within: RawBuilder<unknown>) => sql`
  select project, json_agg(owner order by is_group, id) as owners from (
    select m.project, false as is_group, u.id, json_build_object('ownerType', 'user',
      'name', coalesce(u.name, u.username, u.email, u.id::text), 'email', u.email) as owner
    from project_members m join users u on u.id = m.user_id and u.deleted_at is null
    where m.role_id = ${OWNER} ${within}
    union all
    select m.project, true, g.id, json_build_object('ownerType', 'group', 'name', g.name)
    from project_groups m join groups g on g.id = m.group_id
    where m.role_id = ${OWNER} ${within}
  ) o group by project`

const starredBy = ({ userId }: Viewer) =>
  sql`exists (select from favorite_projects s where s.project = p.id and s.user_id = ${userId})`

type Found = { projects: Project[]; total?: number }

/** All projects that the viewer can see, by name. */
export const listProjects = async (db: Reader, viewer: Viewer): Promise<Project[]> =>
  (await searchProjects(db, viewer, {})).projects

/** The projects that match, by name; one page of them with a limit. */
export async function searchProjects(db: Reader, viewer: Viewer, query: ProjectsQuery): Promise<Found> {
  const { limit, offset = 0 } = query
  const within = (column: string) =>
    limit === undefined ? sql`` : sql`and ${sql.ref(column)} in (select id from page)`
  const rows = await rowsOf(
    db,
    sql<Listed>`
    with page as (
      select p.*, count(*) over () as total from projects p
      where ${sql.join(matching(viewer, query), sql` and `)}
      order by p.name, p.id limit ${limit ?? null} offset ${offset}
    )
    select p.*, coalesce(f.flags, 0) as flags, coalesce(f.stale, 0) as stale,
      coalesce(f.potentially_stale, 0) as potentially_stale, f.flag_seen_at, coalesce(m.members, 0) as members,
      ${starredBy(viewer)} as favorite, o.owners,
      (select e.created_at from events e
       where e.project = p.id and ${isChange('e.type')} order by e.revision desc limit 1) as changed_at
    from page p
    left join (
      select project, count(*) as flags, count(*) filter (where stale) as stale,
        count(*) filter (where potentially_stale and not stale) as potentially_stale,
        max(last_seen_at) as flag_seen_at
      from flags where archived_at is null ${within('project')} group by project
    ) f on f.project = p.id
    left join (
      select m.project, count(distinct m.user_id) as members
      from project_access m join users u on u.id = m.user_id and u.deleted_at is null
      where true ${within('m.project')} group by m.project
    ) m on m.project = p.id
    left join (${ownersWithin(within('m.project'))}) o on o.project = p.id
    order by p.name, p.id`,
  )
  const projects = rows.map(toProject)
  if (limit === undefined) return { projects }
  // A page after the last one has no row that could carry the total.
  return { projects, total: rows[0]?.total ?? (offset === 0 ? 0 : await countProjects(db, viewer, query)) }
}

async function countProjects(db: Reader, viewer: Viewer, query: ProjectsQuery): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ total: number }>`select count(*) as total from projects p
      where ${sql.join(matching(viewer, query), sql` and `)}`,
  )
  return row?.total ?? 0
}

function matching(viewer: Viewer, { archived = false, query = '' }: ProjectsQuery) {
  const seen = confinedTo(viewer)
  const text = query.trim()
  return [
    sql`(p.archived_at is not null) = ${archived}`,
    ...(seen ? [sql`p.id = any(${seen}::text[])`] : []),
    ...(text === ''
      ? []
      : [sql`strpos(lower(concat_ws(chr(10), p.name, p.id, p.description)), lower(${text}::text)) > 0`]),
  ]
}

const toProject = (row: Listed): Project => {
  const { id, name, description, mode, defaultStickiness } = toRecord(row)
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    mode,
    defaultStickiness,
    health: healthOf(row),
    technicalDebt: debtOf(row),
    featureCount: row.flags,
    staleFeatureCount: row.stale,
    potentiallyStaleFeatureCount: row.potentially_stale,
    memberCount: row.members,
    favorite: row.favorite,
    owners: row.owners ?? [{ ownerType: 'system' }],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastUpdatedAt: row.changed_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
    lastReportedFlagUsage: row.flag_seen_at?.toISOString() ?? null,
  }
}

type Detailed = ProjectRow & {
  flags: number
  stale: number
  potentially_stale: number
  members: number
  environments: {
    environment: string
    default_strategy: CreateFeatureStrategy | null
    is_protected: boolean
  }[]
  types: FeatureTypeCount[]
  first_flag: string | null
  is_used: boolean
  is_connected: boolean
  favorite: boolean
}

export async function findOverview(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<ProjectOverview | undefined> {
  if (!sees(viewer, id)) return undefined
  const [row] = await rowsOf(
    db,
    sql<Detailed>`
    select p.*, f.*, ${members} as members, ${starredBy(viewer)} as favorite,
      (select coalesce(json_agg(json_build_object('environment', pe.environment,
         'default_strategy', pe.default_strategy, 'is_protected', exists (select from protections r
           where r.project = pe.project and r.environment = pe.environment)) order by e.sort_order, e.name), '[]')
       from project_environments pe join environments e on e.name = pe.environment
       where pe.project = p.id) as environments,
      (select coalesce(json_agg(json_build_object('type', t.type, 'count', t.count) order by t.type), '[]')
       from (select type, count(*) from flags where project = p.id and archived_at is null group by type) t) as types,
      exists (select from api_tokens t join api_token_projects tp on tp.token_id = t.id
              where tp.project = p.id and t.seen_at is not null) as is_connected
    from projects p
    cross join lateral (
      select count(*) as flags, count(*) filter (where stale) as stale,
        count(*) filter (where potentially_stale and not stale) as potentially_stale,
        (array_agg(name order by created_at, name))[1] as first_flag,
        coalesce(bool_or(last_seen_at is not null), false) as is_used
      from flags where project = p.id and archived_at is null
    ) f
    where p.id = ${id}`,
  )
  return row && toOverview(row)
}

const toOverview = (row: Detailed): ProjectOverview => {
  const { id: _, ...settings } = toRecord(row)
  return {
    version: 1,
    ...settings,
    description: row.description,
    members: row.members,
    health: healthOf(row),
    technicalDebt: debtOf(row),
    environments: row.environments.map(({ environment, default_strategy, is_protected }) => ({
      environment,
      changeRequestsEnabled: is_protected,
      ...(default_strategy ? { defaultStrategy: default_strategy } : {}),
    })),
    featureTypeCounts: row.types,
    favorite: row.favorite,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    onboardingStatus: onboardingOf(row),
  }
}

/** Onboarding steps: first flag, first SDK connection, first evaluation. */
function onboardingOf({ is_used, is_connected, first_flag }: Detailed): OnboardingStatus {
  if (is_used) return { status: 'onboarded' }
  if (is_connected) return { status: 'sdk-connected' }
  if (first_flag !== null) return { status: 'first-flag-created', feature: first_flag }
  return { status: 'onboarding-started' }
}
