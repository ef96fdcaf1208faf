import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'

type Counted = { label: string; count: number }
type Largest = { flag?: string; project?: string; environment?: string; value: number } | null

type Figure =
  | 'flags'
  | 'archivedFlags'
  | 'enteredInitial'
  | 'enteredPreLive'
  | 'enteredLive'
  | 'enteredCompleted'
  | 'unknownFlags'
  | 'unknownNames'
  | 'apps'
  | 'apps7'
  | 'apps30'
  | 'backendSdks'
  | 'frontendSdks'
  | 'users'
  | 'active7'
  | 'active30'
  | 'active60'
  | 'active90'
  | 'licensedUsers'
  | 'readOnlyUsers'
  | 'serviceAccounts'
  | 'orphanedTokens'
  | 'orphanedActiveTokens'
  | 'tokensEnding1'
  | 'tokensEnding7'
  | 'groups'
  | 'roles'
  | 'customRootRoles'
  | 'customRootRolesInUse'
  | 'saml'
  | 'oidc'
  | 'passwords'
  | 'scim'
  | 'segments'
  | 'contextFields'
  | 'projectContextFields'
  | 'strategies'
  | 'customStrategies'
  | 'customStrategiesInUse'
  | 'productionChanges30'
  | 'productionChanges60'
  | 'productionChanges90'
  | 'usageBuckets'
  | 'variantBuckets'

/** Numbers about the whole installation, read in one statement. Lists are cut, so that metrics stay small. */
export type InstanceFigures = Record<Figure, number> & {
  postgresVersion: string
  tokens: Counted[]
  projects: Counted[]
  environments: { name: string; type: string }[]
  stages: { project: string; stage: string; count: number }[]
  stageSeconds: { project: string; stage: string; seconds: number }[]
  linkDomains: Counted[]
  sdks: { sdk: string; version: string; count: number }[]
  disabledEnvironments: Counted[]
  mostRulesInEnvironment: Largest
  mostRules: Largest
  mostValues: Largest
  mostConstraints: Largest
  largestProject: Largest
  largestFlag: Largest
  onboarding: Record<string, number | null>
  projectOnboarding: { project: string; event: string; seconds: number }[]
}

export type Head = { environment: string; revision: number }
export type JobCount = { queue: string; state: string; count: number }

const MOST = 200
const most = sql.lit(MOST)

/** Rows as a JSON array. */
const list = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
const one = (query: ReturnType<typeof sql>) => sql`(select to_json(x) from (${query} limit 1) x)`
const seenWithin = (days: number) =>
  sql`count(*) filter (where u.seen_at > now() - make_interval(days => ${sql.lit(days)}))`
const isTrue = (field: string, setting: string) =>
  sql`coalesce((select (value ->> ${sql.lit(field)})::boolean from settings where name = ${sql.lit(setting)}), false)::int`
const yesterday = sql`hour >= date_trunc('day', now()) - interval '1 day' and hour < date_trunc('day', now())`
const orphaned = sql`not t.all_projects and not exists (select from api_token_projects p where p.token_id = t.id)`
const changes = (days: number) =>
  sql`count(*) filter (where e.created_at > now() - make_interval(days => ${sql.lit(days)}))`

export async function readInstanceFigures(db: Reader): Promise<InstanceFigures> {
  const [row] = await rowsOf(
    db,
    sql<InstanceFigures>`
    select current_setting('server_version') as "postgresVersion",
      f.*, a.*, s.*, u.*, t.*, r.*, p.*, c.*, b.*,
      (select count(*) from unknown_flags) as "unknownFlags",
      (select count(distinct name) from unknown_flags) as "unknownNames",
      (select count(*) from groups) as groups,
      (select count(*) from segments) as segments,
      (select count(*) filter (where not built_in) from strategy_types) as "customStrategies",
      (select count(*) from strategy_types) as strategies,
      (select count(distinct r.name) from rules r join strategy_types t using (name) where not t.built_in)
        as "customStrategiesInUse",
      (select count(distinct lower(coalesce(email, username, id::text))) from users
        where not is_service and (deleted_at is null or deleted_at > now() - interval '30 days')) as "licensedUsers",
      (select count(*) from users u where u.deleted_at is null and not u.is_service
        and not exists (select from root_access r where r.user_id = u.id and r.role_id <> 3)
        and not exists (select from project_access r where r.user_id = u.id)) as "readOnlyUsers",
      ${isTrue('enabled', 'unleash.enterprise.auth.saml')} as saml,
      ${isTrue('enabled', 'unleash.enterprise.auth.oidc')} as oidc, ${isTrue('enabled', 'scim')} as scim,
      1 - ${isTrue('disabled', 'unleash.auth.simple')} as passwords,
      ${list(sql`select type as label, count(*) from api_tokens group by 1`)} as tokens,
      ${list(sql`select mode as label, count(*) from projects where archived_at is null group by 1`)} as projects,
      ${list(sql`select name, type from environments order by sort_order, name limit ${most}`)} as environments,
      ${list(sql`select project, stage, count(*) from flags group by 1, 2 order by 3 desc limit ${most}`)} as stages,
      ${list(sql`select project, stage, extract(epoch from avg(until - since)) as seconds from (
          select project, 'initial' as stage, created_at as since, pre_live_at as until from flags
          union all select project, 'pre-live', pre_live_at, live_at from flags
          union all select project, 'live', live_at, completed_at from flags
          union all select project, 'completed', completed_at, archived_at from flags
        ) spans where since is not null and until > since group by 1, 2 order by count(*) desc limit ${most}`)}
        as "stageSeconds",
      ${list(sql`select left(coalesce(substring(url from '://([^/:?#]+)'), ''), 100) as label, count(*) from flag_links
        group by 1 order by 2 desc limit ${most}`)} as "linkDomains",
      ${list(sql`select left(split_part(sdk_version, ':', 1), 60) as sdk, left(split_part(sdk_version, ':', 2), 40) as version,
          count(*) from instances where seen_at > now() - interval '1 day' and sdk_version is not null
        group by 1, 2 order by 3 desc limit ${most}`)} as sdks,
      ${list(sql`select p.id as label, count(*) from projects p cross join environments e
        where p.archived_at is null and e.enabled
          and not exists (select from project_environments x where x.project = p.id and x.environment = e.name)
        group by 1 order by 2 desc limit ${most}`)} as "disabledEnvironments",
      ${one(sql`select flag, environment, count(*) as value from rules group by 1, 2 order by 3 desc`)}
        as "mostRulesInEnvironment",
      ${one(sql`select flag, count(*) as value from rules group by 1 order by 2 desc`)} as "mostRules",
      ${one(sql`select r.flag, r.environment, max(jsonb_array_length(c -> 'values')) as value
        from rules r cross join jsonb_array_elements(r.constraints) c
        where jsonb_typeof(c -> 'values') = 'array' group by 1, 2 order by 3 desc`)} as "mostValues",
      ${one(sql`select flag, environment, max(jsonb_array_length(constraints)) as value from rules
        group by 1, 2 order by 3 desc`)} as "mostConstraints",
      ${one(sql`select project, environment, sum(length(doc::text)) as value from published
        where kind = 'flag' and until_revision is null group by 1, 2 order by 3 desc`)} as "largestProject",
      ${one(sql`select name as flag, environment, length(doc::text) as value from published
        where kind = 'flag' and until_revision is null order by 3 desc`)} as "largestFlag",
      (select json_build_object(
          'first-user-login', extract(epoch from (select min(seen_at) from users where not is_service) - start),
          'first-flag', extract(epoch from (select min(created_at) from flags) - start),
          'first-pre-live', extract(epoch from (select min(pre_live_at) from flags) - start),
          'first-live', extract(epoch from (select min(live_at) from flags) - start))
        from (select min(created_at) as start from users) x) as onboarding,
      ${list(sql`select p.id as project, e.event, extract(epoch from e.at - p.created_at) as seconds from projects p
        join lateral (select min(f.created_at) as flag, min(f.pre_live_at) as pre, min(f.live_at) as live
          from flags f where f.project = p.id) f on true
        cross join lateral (values ('first-flag', f.flag), ('first-pre-live', f.pre), ('first-live', f.live)) e (event, at)
        where e.at > p.created_at order by p.created_at desc limit ${most}`)} as "projectOnboarding"
    from
      (select count(*) filter (where archived_at is null) as flags,
        count(*) filter (where archived_at is not null) as "archivedFlags", count(*) as "enteredInitial",
        count(pre_live_at) as "enteredPreLive", count(live_at) as "enteredLive",
        count(completed_at) as "enteredCompleted" from flags) f,
      (select count(*) as apps, count(*) filter (where seen_at > now() - interval '7 days') as apps7,
        count(*) filter (where seen_at > now() - interval '30 days') as apps30 from applications) a,
      (select count(*) filter (where sdk_type = 'backend') as "backendSdks",
        count(*) filter (where sdk_type = 'frontend') as "frontendSdks"
        from instances where seen_at > now() - interval '1 day') s,
      (select count(*) filter (where not is_service) as users, count(*) filter (where is_service) as "serviceAccounts",
        ${seenWithin(7)} as active7, ${seenWithin(30)} as active30, ${seenWithin(60)} as active60,
        ${seenWithin(90)} as active90 from users u where deleted_at is null) u,
      (select count(*) filter (where ${orphaned}) as "orphanedTokens",
        count(*) filter (where ${orphaned} and seen_at > now() - interval '90 days') as "orphanedActiveTokens",
        count(*) filter (where expires_at between now() and now() + interval '1 day') as "tokensEnding1",
        count(*) filter (where expires_at between now() and now() + interval '7 days') as "tokensEnding7"
        from api_tokens t) t,
      (select count(*) as roles, count(*) filter (where type = 'root-custom') as "customRootRoles",
        count(*) filter (where type = 'root-custom' and exists (select from root_access a where a.role_id = r.id))
          as "customRootRolesInUse" from roles r) r,
      (select ${changes(30)} as "productionChanges30", ${changes(60)} as "productionChanges60",
        ${changes(90)} as "productionChanges90" from events e
        where e.created_at > now() - interval '90 days'
          and e.environment in (select name from environments where type = 'production')) p,
      (select count(*) filter (where project is null) as "contextFields",
        count(*) filter (where project is not null) as "projectContextFields" from context_fields) c,
      (select count(*) filter (where variant = '') as "usageBuckets",
        count(*) filter (where variant <> '') as "variantBuckets" from usage_hours where ${yesterday}) b`,
  )
  if (!row) throw new Error('the statistics query returned no row')
  return row
}

/** The newest revision of each environment, including changes that affect all of them. */
export const readHeads = (db: Reader): Promise<Head[]> =>
  rowsOf(
    db,
    sql<Head>`select e.name as environment, coalesce(max(h.revision), 0) as revision
      from environments e left join heads h on h.environment in (e.name, '*') group by 1 order by 1 limit ${most}`,
  )

/** Jobs by queue and state; none before the queue has been created. */
export async function countJobs(db: Reader): Promise<JobCount[]> {
  const [found] = await rowsOf(
    db,
    sql<{ there: boolean }>`select to_regclass('jobs.queue') is not null as there`,
  )
  if (!found?.there) return []
  return rowsOf(
    db,
    sql<JobCount>`select q.name as queue, s.state, count(j.id) from jobs.queue q
      cross join (values ('created'), ('retry'), ('active'), ('failed')) s (state)
      left join jobs.job j on j.name = q.name and j.state::text = s.state
      group by 1, 2 order by 1, 2`,
  )
}
