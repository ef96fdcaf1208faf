import type { Feature, FeatureEnvironment } from '@flagstaff/contract/flags'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { isChange } from '../../platform/database/event-queries.ts'
import { displayName, flagOwner } from '../../platform/database/person-queries.ts'
import { notFound } from '../../platform/errors.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import { withPlan } from '../plans/wire.ts'
import { missingFlag } from '../target.ts'
import { toValue, type ValueColumns } from '../values/fields.ts'
import { valueColumns } from '../values/queries.ts'

type Place = { project: string; flag: string }

/** A flag that is not archived, with all details. */
export async function readFlag(db: Reader, viewer: Viewer, place: Place): Promise<Feature> {
  const [flag, users] = await Promise.all([
    readFlagAlone(db, viewer, place),
    listCollaborators(db, place.flag),
  ])
  return { ...flag, collaborators: { users } }
}

/** Without collaborators, which have to be looked up in the event log. */
export async function readFlagAlone(db: Reader, viewer: Viewer, { project, flag }: Place): Promise<Feature> {
  if (!sees(viewer, project)) throw notFound('project', project)
  const [row] = await rowsOf(
    db,
    sql<Feature & ValueColumns>`
    select f.name, f.project, f.type, f.description, f.impression_data as "impressionData", f.stale, ${valueColumns},
      false as archived, null as "archivedAt", ${moment('f.created_at')} as "createdAt", f.version as "objectVersion",
      json_build_object('id', f.created_by_id, 'name', ${displayName('f.created_by_id', 'f.created_by_name')},
        'imageUrl', '') as "createdBy",
      exists (select from favorite_flags s where s.flag = f.name and s.user_id = ${viewer.userId}) as favorite,
      ${flagOwner} as owner,
      exists (select from flag_watchers w where w.flag = f.name and w.user_id = ${viewer.userId}) as watching,
      (select count(*)::int from flag_comments c where c.flag = f.name) as "commentCount",
      (select coalesce(sum(c.count), 0)::int from code_references c where c.flag = f.name) as "codeReferenceCount",
      (select coalesce(json_agg(json_build_object('type', t.tag_type, 'value', t.tag_value, 'color', y.color)
         order by t.tag_type, t.tag_value), '[]')
       from flag_tags t join tag_types y on y.name = t.tag_type where t.flag = f.name) as tags,
      (select coalesce(json_agg(${environmentColumns} order by env.sort_order, env.name), '[]')
       from flag_environments e join environments env on env.name = e.environment
       where e.flag = f.name) as environments,
      (select coalesce(json_agg(json_build_object('feature', d.parent, 'enabled', d.enabled, 'variants', d.variants)
         order by d.parent), '[]')
       from flag_dependencies d where d.child = f.name) as dependencies,
      array(select d.child from flag_dependencies d where d.parent = f.name order by d.child) as children,
      (select coalesce(json_agg(json_build_object('id', l.id, 'url', l.url, 'title', l.title, 'feature', l.flag)
         order by l.id), '[]')
       from flag_links l where l.flag = f.name) as links,
      json_strip_nulls(json_build_object(
        'stage', f.stage, 'status', f.completed_status, 'enteredStageAt', ${enteredStageAt})) as lifecycle
    from flags f where f.name = ${flag} and f.project = ${project} and f.archived_at is null`,
  )
  if (!row) throw await missingFlag(db, viewer, flag)
  const { value_type, value_schema, default_value, ...fields } = row
  const value = toValue({ value_type, value_schema, default_value })
  const environments = (row.environments ?? []).map((one) => withPlan(one, project))
  return { ...fields, ...value, environments, enabled: environments.some(({ enabled }) => enabled) }
}

type Collaborators = NonNullable<Feature['collaborators']>['users']

const listCollaborators = (db: Reader, flag: string): Promise<Collaborators> =>
  rowsOf(
    db,
    sql<Collaborators[number]>`
    select a.id, ${displayName('a.id', 'a.name')} as name, '' as "imageUrl"
    from (
      select actor_id as id, max(actor_name) as name
      from (select * from events where flag = ${flag} order by revision desc limit 5000) recent
      where actor_type = 'user' and ${isChange('type')}
      group by actor_id
    ) a order by a.id`,
  )

/** A flag in one environment; throws if the flag or the environment does not exist. */
export async function readFlagEnvironment(
  db: Reader,
  viewer: Viewer,
  place: { project: string; flag: string; environment: string },
): Promise<FeatureEnvironment> {
  if (!sees(viewer, place.project)) throw notFound('project', place.project)
  const [row] = await rowsOf(
    db,
    sql<{ environment: FeatureEnvironment | null }>`
    select (select ${environmentColumns}
            from flag_environments e join environments env on env.name = e.environment
            where e.flag = f.name and e.environment = ${place.environment}) as environment
    from flags f where f.name = ${place.flag} and f.project = ${place.project} and f.archived_at is null`,
  )
  if (!row) throw await missingFlag(db, viewer, place.flag)
  if (!row.environment) throw notFound('environment', place.environment)
  return withPlan(row.environment, place.project)
}

/** Times in the wire format: UTC with milliseconds and Z. */
function moment(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const enteredStageAt = sql`case f.stage
  when 'completed' then ${moment('f.completed_at')} when 'live' then ${moment('f.live_at')}
  when 'pre-live' then ${moment('f.pre_live_at')} else coalesce(${moment('f.revived_at')}, ${moment('f.created_at')}) end`

/** The same hour as in search. */
function lastHour(column: 'yes' | 'no') {
  return sql`(select coalesce(sum(${sql.ref(`u.${column}`)}), 0) from usage_counts u where u.flag = e.flag
    and u.environment = e.environment and u.variant = '' and u.hour > now() - interval '1 hour')`
}

const environmentColumns = sql`json_build_object(
  'name', e.environment, 'featureName', e.flag, 'environment', e.environment, 'type', env.type, 'enabled', e.enabled,
  'sortOrder', env.sort_order, 'variantCount', jsonb_array_length(e.variants), 'variants', e.variants,
  'lastSeenAt', ${moment('e.last_seen_at')}, 'yes', ${lastHour('yes')}, 'no', ${lastHour('no')},
  'protected', exists (select from protections p where p.project = f.project and p.environment = e.environment),
  'offIsFree', exists (
    select from protections p where p.project = f.project and p.environment = e.environment and p.off_is_free),
  'releasePlans', (select coalesce(json_agg(row_to_json(p)), '[]') from release_plans p
    where p.flag = e.flag and p.environment = e.environment),
  'safeguards', (select coalesce(json_agg(row_to_json(g) order by g.id), '[]') from safeguards g
    where g.flag = e.flag and g.environment = e.environment),
  'hasStrategies', exists (select from rules r where r.flag = e.flag and r.environment = e.environment),
  'hasEnabledStrategies', exists (
    select from rules r where r.flag = e.flag and r.environment = e.environment and not r.disabled),
  'strategies', (select coalesce(json_agg(json_build_object(
      'id', r.id, 'name', r.name, 'title', r.title, 'disabled', r.disabled, 'featureName', r.flag,
      'sortOrder', r.sort_order, 'constraints', r.constraints, 'variants', r.variants, 'parameters', r.parameters,
      'segments', array(select s.segment_id from rule_segments s where s.rule_id = r.id order by 1),
      'objectVersion', r.version) order by r.sort_order, r.created_at, r.id), '[]')
    from rules r where r.flag = e.flag and r.environment = e.environment))`
