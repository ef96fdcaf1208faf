import type { FlagOwner } from '@flagstaff/contract/common'
import type { Stage } from '@flagstaff/contract/lifecycle'
import type { FeatureSearchResponse, SearchFeatures } from '@flagstaff/contract/search'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayName, flagOwner } from '../../platform/database/person-queries.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { type Condition, conditionsOf, isFavorite } from './conditions-queries.ts'
import { type Environment, environmentsOf, type Segment, type States, segmentsOf } from './environments.ts'
import type { FlagSearch, Sort } from './rules.ts'

/** All columns except the search text, which is only used for filtering. */
const shown = [
  'name',
  'type',
  'description',
  'project',
  'stale',
  'potentially_stale',
  'impression_data',
  'created_at',
  'archived_at',
  'revived_at',
  'pre_live_at',
  'live_at',
  'completed_at',
  'completed_status',
  'stage',
  'created_by_id',
  'version',
] as const satisfies (keyof Tables['flags'])[]

type Found = Pick<Selectable<Tables['flags']>, (typeof shown)[number]> &
  States & {
    total: number
    favorite: boolean
    dependency: 'parent' | 'child' | null
    creator: string
    owner: FlagOwner | null
    tags: { type: string; value: string; color: string | null }[]
  }
/** The total is returned even if the page is empty. */
type Row = Found | { total: number; name: null }

/** One page of matching flags, and their total number. */
export async function searchFlags(db: Reader, viewer: Viewer, search: FlagSearch): Promise<SearchFeatures> {
  const conditions = conditionsOf(viewer, search)
  const [environments, segments, rows] = await Promise.all([
    listEnvironments(db),
    listSegments(db),
    rowsOf(
      db,
      // Page and count are separate, so that the page can follow an index and stop when it is full.
      sql<Row>`
    with page as (${pageOf(viewer, search, conditions)})
    select c.total, m.favorite, ${sql.join(shown.map((column) => sql.ref(`f.${column}`)))},
      ${displayName('f.created_by_id', 'f.created_by_name')} as creator, ${flagOwner} as owner,
      ${dependency} as dependency, ${tags} as tags, ${states} as states, ${rules} as rules, ${lastHour} as usage,
      ${openRequests(viewer)} as requests
    from (select count(*) as total from flags f where ${sql.join(conditions, sql` and `)}) c
    left join page m on true
    left join lateral (${flagOf}) f on true
    order by ${orderOf(search)}`,
    ),
  ])
  return {
    features: rows.filter(isFound).map((row) => toFeature(row, environments, segments)),
    total: rows[0]?.total ?? 0,
  }
}

const MOST_LISTED = 100

/** The favourites of the viewer and the flags with these names, favourites first. */
export const listFlags = async (db: Reader, viewer: Viewer, names: readonly string[]) =>
  (
    await searchFlags(db, viewer, {
      words: [],
      status: [],
      archived: false,
      pinnedOr: names,
      sort: { by: 'name', descending: false },
      favoritesFirst: true,
      limit: MOST_LISTED,
      offset: 0,
    })
  ).features

const isFound = (row: Row): row is Found => row.name !== null

// The limit keeps the planner from reading the whole table for one page.
const flagOf = sql`select * from flags where name = m.name limit 1`

const columns = {
  createdAt: sql`f.created_at`,
  name: sql`f.name`,
  type: sql`f.type`,
  stale: sql`f.stale`,
  project: sql`f.project`,
  lastSeenAt: sql`f.last_seen_at`,
} satisfies Record<Extract<Sort['by'], string>, Condition>

const sortKey = ({ by }: Sort): Condition => (typeof by === 'string' ? columns[by] : sql`o.enabled`)

const sortJoin = ({ by }: Sort): Condition =>
  typeof by === 'string'
    ? sql``
    : sql`left join flag_environments o on o.flag = f.name and o.environment = ${by.environment}`

/** Missing values come last. Only where there can be some: indexes are not used for this order. */
const ordered = (key: Condition, { by, descending }: Sort): Condition => {
  const mayBeNull = by === 'lastSeenAt' || typeof by !== 'string'
  return sql`${key} ${descending ? sql`desc` : sql`asc`} ${mayBeNull ? sql`nulls last` : sql``}`
}

/** Favourites and other flags are read separately if favourites come first: no index has them in this order. */
function pageOf(viewer: Viewer, search: FlagSearch, conditions: readonly Condition[]): Condition {
  const { sort, favoritesFirst, limit, offset } = search
  const key = sortKey(sort)
  const favorite = isFavorite(viewer)
  const some = (isOne: Condition, more: readonly Condition[], rows: Condition) => sql`
    select f.name, ${isOne} as favorite, ${key} as key from flags f ${sortJoin(sort)}
    where ${sql.join([...conditions, ...more], sql` and `)}
    order by ${ordered(key, sort)}, f.name ${rows}`
  if (!favoritesFirst) return some(favorite, [], sql`limit ${limit} offset ${offset}`)
  const most = sql`limit ${limit + offset}`
  return sql`select * from (
      (${some(sql`true`, [favorite], most)}) union all (${some(sql`false`, [sql`not ${favorite}`], most)})) m
    order by ${orderOf(search)} limit ${limit} offset ${offset}`
}

const orderOf = ({ sort, favoritesFirst }: FlagSearch): Condition =>
  sql.join([...(favoritesFirst ? [sql`m.favorite desc`] : []), ordered(sql`m.key`, sort), sql`m.name`])

const dependency = sql`case
  when exists (select from flag_dependencies d where d.child = f.name) then 'child'
  when exists (select from flag_dependencies d where d.parent = f.name) then 'parent' end`

const tags = sql`(
  select coalesce(json_agg(json_build_object('type', t.tag_type, 'value', t.tag_value, 'color', y.color)
    order by t.tag_type, t.tag_value), '[]')
  from flag_tags t join tag_types y on y.name = t.tag_type where t.flag = f.name)`

// Aggregated by column, reading each table once: this is most of the cost of a page.
const states = sql`(
  select json_build_array(json_agg(e.environment), json_agg(e.enabled),
    json_agg(jsonb_array_length(e.variants)), json_agg(extract(epoch from e.last_seen_at)))
  from flag_environments e where e.flag = f.name)`

const rules = sql`(
  select json_agg(json_build_array(r.environment, r.disabled, r.parameters->>'rollout', r.constraints <> '[]',
    jsonb_array_length(r.variants) > 1,
    array(select rs.segment_id from rule_segments rs where rs.rule_id = r.id)))
  from rules r where r.flag = f.name)`

const lastHour = sql`(
  select json_agg(json_build_array(u.environment, u.yes, u.no)) from usage_counts u
  where u.flag = f.name and u.variant = '' and u.hour > now() - interval '1 hour')`

/** A draft of a person is visible to that person only. */
const openRequests = ({ userId }: Viewer) => sql`(
  select json_agg(json_build_array(c.environment, r.id) order by r.id)
  from request_changes c join change_requests r on r.id = c.request
  where c.flag = f.name and r.project = f.project
    and (r.state in ('In review', 'Approved', 'Scheduled') or r.author_id = ${userId} or r.author_type <> 'user')
    and r.state in ('Draft', 'In review', 'Approved', 'Scheduled'))`

const listEnvironments = (db: Reader) =>
  db
    .selectFrom('environments')
    .select(['name', 'type', 'sort_order'])
    .orderBy('sort_order')
    .orderBy('name')
    .execute()

const listSegments = (db: Reader) =>
  db.selectFrom('segments').select(['id', 'name']).orderBy('name').execute()

function toFeature(
  row: Found,
  environments: readonly Environment[],
  segments: readonly Segment[],
): FeatureSearchResponse {
  return {
    name: row.name,
    type: row.type,
    description: row.description,
    dependencyType: row.dependency,
    project: row.project,
    stale: row.stale,
    potentiallyStale: row.potentially_stale,
    favorite: row.favorite,
    impressionData: row.impression_data,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    environments: environmentsOf(environments, row),
    segments: segmentsOf(segments, row),
    tags: row.tags,
    lifecycle: lifecycleOf(row),
    createdBy: { id: row.created_by_id, name: row.creator, imageUrl: '' },
    owner: row.owner,
    objectVersion: row.version,
  }
}

function lifecycleOf(row: Found): NonNullable<FeatureSearchResponse['lifecycle']> {
  const entered: Record<Stage, Date | null> = {
    initial: row.revived_at,
    'pre-live': row.pre_live_at,
    live: row.live_at,
    completed: row.completed_at,
    archived: row.archived_at,
  }
  const stage = row.stage as Stage
  return {
    stage,
    ...(stage === 'completed' ? { status: row.completed_status } : {}),
    enteredStageAt: (entered[stage] ?? row.created_at).toISOString(),
  }
}
