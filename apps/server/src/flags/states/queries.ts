import type { Variant } from '@flagstaff/contract/common'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Dependency } from '../dependencies/queries.ts'
import type { FlagLink } from '../links/queries.ts'
import { type PlanRow, toPlan } from '../plans/queries.ts'
import { contentOf, type PlanContent, withCurrentRules } from '../plans/state.ts'
import type { FlagFields, FlagTag } from '../queries.ts'
import type { Rule } from '../rules/queries.ts'
import { type Safeguard, type SafeguardRow, toSafeguard } from '../safeguards/queries.ts'
import { toValue, type ValueColumns } from '../values/fields.ts'
import { valueColumns } from '../values/queries.ts'

/** The state of a flag in one environment. */
export type EnvironmentState = {
  environment: string
  enabled: boolean
  variants: Variant[]
  rules: Omit<Rule, 'objectVersion'>[]
  plan: PlanContent | null
  safeguards: Safeguard[]
}

/** A flag that is not archived, with everything that can be exported or copied. */
export type FlagState = FlagFields & {
  name: string
  project: string
  tags: FlagTag[]
  links: FlagLink[]
  dependencies: Dependency[]
  environments: EnvironmentState[]
}

export type Selection = { project: string } | { names: readonly string[] } | { tag: string } | 'all'

/** Sorted by name, limited to what the viewer can see. */
export async function listStates(
  db: Reader,
  viewer: Viewer,
  selection: Selection,
  environments: readonly string[],
): Promise<FlagState[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<FlagRow>`
    select f.name, f.project, f.type, f.description, f.impression_data as "impressionData", f.stale, ${valueColumns},
      (select coalesce(json_agg(json_build_object('type', t.tag_type, 'value', t.tag_value)
         order by t.tag_type, t.tag_value), '[]')
       from flag_tags t where t.flag = f.name) as tags,
      (select coalesce(json_agg(json_build_object('id', l.id, 'url', l.url, 'title', l.title) order by l.id), '[]')
       from flag_links l where l.flag = f.name) as links,
      (select coalesce(json_agg(json_build_object('feature', d.parent, 'enabled', d.enabled, 'variants', d.variants)
         order by d.parent), '[]')
       from flag_dependencies d where d.child = f.name) as dependencies,
      (select coalesce(json_agg(json_build_object(
         'environment', e.environment, 'enabled', e.enabled, 'variants', e.variants,
         'rules', (select coalesce(json_agg(json_build_object(
             'id', r.id, 'name', r.name, 'featureName', r.flag, 'title', r.title, 'disabled', r.disabled,
             'sortOrder', r.sort_order, 'parameters', r.parameters, 'constraints', r.constraints,
             'variants', r.variants,
             'segments', array(select s.segment_id from rule_segments s where s.rule_id = r.id order by 1)
           ) order by r.sort_order, r.created_at, r.id), '[]')
           from rules r where r.flag = e.flag and r.environment = e.environment),
         'plan', (select row_to_json(p) from release_plans p
           where p.flag = e.flag and p.environment = e.environment),
         'safeguards', (select coalesce(json_agg(row_to_json(g) order by g.id), '[]') from safeguards g
           where g.flag = e.flag and g.environment = e.environment)
       ) order by e.environment), '[]')
       from flag_environments e where e.flag = f.name and e.environment = any(${environments})) as environments
    from flags f
    where f.archived_at is null and ${chosen(selection)}
      and (${seen}::text[] is null or f.project = any(${seen}))
    order by f.name`,
  )
  return rows.map(({ value_type, value_schema, default_value, ...row }) => ({
    ...row,
    ...toValue({ value_type, value_schema, default_value }),
    environments: row.environments.map(withPlan),
  }))
}

type EnvironmentRow = Omit<EnvironmentState, 'plan' | 'safeguards'> & {
  plan: PlanRow | null
  safeguards: SafeguardRow[]
}
type FlagRow = Omit<FlagState, 'environments'> & ValueColumns & { environments: EnvironmentRow[] }

const withPlan = ({ plan, safeguards, ...state }: EnvironmentRow): EnvironmentState => ({
  ...state,
  safeguards: safeguards.map(toSafeguard),
  plan: plan && contentOf(withCurrentRules(toPlan(plan), state.rules)),
})

function chosen(selection: Selection): RawBuilder<unknown> {
  if (selection === 'all') return sql`true`
  if ('project' in selection) return sql`f.project = ${selection.project}`
  if ('names' in selection) return sql`f.name = any(${selection.names})`
  return sql`exists (select from flag_tags t where t.flag = f.name
    and (t.tag_value = ${selection.tag} or t.tag_type || ':' || t.tag_value = ${selection.tag}))`
}

/** The projects that use these names. Not limited to what the viewer can see: names are unique across projects. */
export async function listHolders(db: Reader, names: readonly string[]) {
  const rows = await db
    .selectFrom('flags')
    .select(['name', 'project', 'archived_at'])
    .where('name', '=', sql<string>`any(${names})`)
    .execute()
  return new Map(rows.map((row) => [row.name, { project: row.project, archived: row.archived_at !== null }]))
}
