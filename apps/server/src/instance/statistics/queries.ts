import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'

const people = sql`users u where not u.is_service and u.deleted_at is null`

const active = (days: number) => sql`(select count(*) from ${people} and (
    u.seen_at > now() - make_interval(days => ${days}::integer)
    or exists (select from personal_tokens t
      where t.user_id = u.id and t.seen_at > now() - make_interval(days => ${days}::integer))))`
const apps = (days: number) =>
  sql`(select count(*) from applications where seen_at > now() - make_interval(days => ${days}::integer))`
const tokens = (...types: string[]) => sql`(select count(*) from api_tokens where type = any(${types}))`
const events = (type: string) => sql`(select count(*) from events where type = ${type})`
/** Counted at once, since most of these events are in all three. */
const production = sql`select
    count(*) filter (where e.created_at > now() - interval '30 days') as days30,
    count(*) filter (where e.created_at > now() - interval '60 days') as days60,
    count(*) as days90
  from events e
  where e.created_at > now() - interval '90 days'
    and e.environment in (select name from environments where type = 'production')`
const buckets = (condition: RawBuilder<unknown>) => sql`(select count(*) from usage_hours
  where hour >= date_trunc('day', now()) - interval '1 day' and hour < date_trunc('day', now()) and ${condition})`

/** One scalar subquery per number, all from the same snapshot. */
const counted = {
  users: sql`(select count(*) from ${people})`,
  active7: active(7),
  active30: active(30),
  active60: active(60),
  active90: active(90),
  // As in the list of seats: an account counts until 30 days after its deletion.
  licensedUsers: sql`(select count(distinct coalesce(lower(email), lower(username), id::text)) from users
    where not is_service and (deleted_at is null or deleted_at > now() - interval '30 days'))`,
  // Viewers without any other role who never changed anything. With `not exists`, PostgreSQL would read the whole log.
  readOnlyUsers: sql`(select count(*) from ${people}
    and not exists (select from root_access a join roles r on r.id = a.role_id
      where a.user_id = u.id and r.name <> 'Viewer')
    and not exists (select from project_access p where p.user_id = u.id)
    and (select revision from events e where e.actor_id = u.id and e.actor_type = 'user'
      order by revision desc limit 1) is null)`,
  serviceAccounts: sql`(select count(*) from users where is_service and deleted_at is null)`,
  featureToggles: sql`(select count(*) from flags where archived_at is null)`,
  archivedFeatureToggles: sql`(select count(*) from flags where archived_at is not null)`,
  projects: sql`(select count(*) from projects where archived_at is null)`,
  contextFields: sql`(select count(*) from context_fields)`,
  roles: sql`(select count(*) from roles)`,
  customRootRoles: sql`(select count(*) from roles where type = 'root-custom')`,
  customRootRolesInUse: sql`(select count(*) from roles r where r.type = 'root-custom'
    and exists (select from root_access a join users u on u.id = a.user_id and u.deleted_at is null
      where a.role_id = r.id))`,
  groups: sql`(select count(*) from groups)`,
  environments: sql`(select count(*) from environments)`,
  segments: sql`(select count(*) from segments)`,
  strategies: sql`(select count(*) from rules r join flags f on f.name = r.flag where f.archived_at is null)`,
  allApps: sql`(select count(*) from applications)`,
  apps30: apps(30),
  apps7: apps(7),
  adminTokens: tokens('admin'),
  clientTokens: tokens('backend', 'client'),
  frontendTokens: tokens('frontend'),
  featureExports: events('features-exported'),
  featureImports: events('features-imported'),
  production30: sql`(select days30 from production)`,
  production60: sql`(select days60 from production)`,
  production90: sql`(select days90 from production)`,
  enabledBuckets: buckets(sql`variant = ''`),
  variantBuckets: buckets(sql`variant <> ''`),
  maxEnvironmentStrategies: sql`(select coalesce(max(count), 0)
    from (select count(*) from rules group by flag, environment) per)`,
  maxConstraints: sql`(select coalesce(max(jsonb_array_length(constraints)), 0) from rules)`,
  maxConstraintValues: sql`(select coalesce(max(jsonb_array_length(c -> 'values')), 0)
    from rules, jsonb_array_elements(constraints) c where jsonb_typeof(c -> 'values') = 'array')`,
  releaseTemplates: sql`(select count(*) from release_templates where archived_at is null)`,
  releasePlans: sql`(select count(*) from release_plans)`,
}
export type Counts = Record<keyof typeof counted, number> & { instanceId: string; hasScim: boolean }

export async function countInstance(db: Reader): Promise<Counts> {
  const columns = Object.entries(counted).map(([name, count]) => sql`${count}::integer as ${sql.id(name)}`)
  const rows = await rowsOf(
    db,
    sql<Counts>`with production as (${production})
      select (select value ->> 'id' from settings where name = 'instance') as "instanceId",
      coalesce((select (value ->> 'enabled')::boolean from settings where name = 'scim'), false) as "hasScim",
      ${sql.join(columns)}`,
  )
  const [row] = rows
  if (!row) throw new Error('the database returned no statistics')
  return row
}
