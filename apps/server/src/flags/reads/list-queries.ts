import type { Tag } from '@flagstaff/contract/common'
import type { ProjectFeature, ProjectFeatureEnvironment } from '@flagstaff/contract/flags'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'

/**
 * Flags of a project that are not archived; undefined if there is no such project. Ten thousand flags in twenty
 * environments have 200,000 states, so these are read as one short string per flag and parsed here.
 */
export async function listFlags(
  db: Reader,
  viewer: Viewer,
  project: string,
): Promise<ProjectFeature[] | undefined> {
  if (!sees(viewer, project)) return undefined
  const [found, flags, environments, states, rules] = await Promise.all([
    db.selectFrom('projects').select('id').where('id', '=', project).executeTakeFirst(),
    listRows(db, viewer, project),
    db.selectFrom('environments').selectAll().orderBy('sort_order').orderBy('name').execute(),
    listStates(db, project),
    listRuleUse(db, project),
  ])
  if (!found) return undefined
  return flags.map((row) => ({
    name: row.name,
    type: row.type,
    description: row.description,
    stale: row.stale,
    favorite: row.favorite,
    impressionData: row.impression_data,
    createdAt: row.created_at.toISOString(),
    environments: environmentsOf(environments, states.get(row.name) ?? '', rules.get(row.name)),
    tags: row.tags,
  }))
}

type Environment = Selectable<Tables['environments']>
type RuleUse = { ruled: Set<string>; active: Set<string> }

function environmentsOf(
  environments: readonly Environment[],
  text: string,
  rules: RuleUse | undefined,
): ProjectFeatureEnvironment[] {
  const states = new Map(text.split(',').map((part) => [part.slice(0, part.indexOf('|')), part.split('|')]))
  return environments.flatMap(({ name, type, sort_order }) => {
    const state = states.get(name)
    if (!state) return []
    const [, enabled, variants, seen] = state
    return {
      name,
      type,
      enabled: enabled === 't',
      sortOrder: sort_order,
      variantCount: Number(variants),
      lastSeenAt: seen ? new Date(Number(seen)).toISOString() : null,
      hasStrategies: rules?.ruled.has(name) ?? false,
      hasEnabledStrategies: rules?.active.has(name) ?? false,
    }
  })
}

type ListedFlag = Pick<
  Selectable<Tables['flags']>,
  'name' | 'type' | 'description' | 'stale' | 'impression_data' | 'created_at'
> & { tags: Tag[]; favorite: boolean }

const listRows = (db: Reader, viewer: Viewer, project: string) =>
  rowsOf(
    db,
    sql<ListedFlag>`
    select f.name, f.type, f.description, f.stale, f.impression_data, f.created_at, coalesce(t.list, '[]') as tags, s.flag is not null as favorite from flags f
    left join favorite_flags s on s.flag = f.name and s.user_id = ${viewer.userId}
    left join (
      select g.flag, json_agg(json_build_object('type', g.tag_type, 'value', g.tag_value, 'color', y.color)
        order by g.tag_type, g.tag_value) as list
      from flag_tags g join tag_types y on y.name = g.tag_type group by g.flag
    ) t on t.flag = f.name
    where f.project = ${project} and f.archived_at is null
    order by f.name`,
  )

/** `environment|enabled|variants|last seen`, joined by commas; environment names cannot contain these separators. */
async function listStates(db: Reader, project: string): Promise<Map<string, string>> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string; states: string }>`
    select e.flag, string_agg(concat_ws('|', e.environment, e.enabled, jsonb_array_length(e.variants),
      (extract(epoch from e.last_seen_at) * 1000)::bigint), ',') as states
    from flag_environments e join flags f on f.name = e.flag
    where f.project = ${project} and f.archived_at is null
    group by e.flag`,
  )
  return new Map(rows.map(({ flag, states }) => [flag, states]))
}

async function listRuleUse(db: Reader, project: string): Promise<Map<string, RuleUse>> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string; ruled: string; active: string | null }>`
    select r.flag, string_agg(r.environment, ',') as ruled,
      string_agg(r.environment, ',') filter (where not r.disabled) as active
    from rules r join flags f on f.name = r.flag
    where f.project = ${project} and f.archived_at is null
    group by r.flag`,
  )
  return new Map(
    rows.map(({ flag, ruled, active }) => [
      flag,
      { ruled: new Set(ruled.split(',')), active: new Set(active?.split(',')) },
    ]),
  )
}
