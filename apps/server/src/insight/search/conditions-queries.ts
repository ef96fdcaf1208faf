import { type RawBuilder, sql } from 'kysely'
import { flagOwner } from '../../platform/database/person-queries.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Day, FlagSearch, Holding, OneOf, Owners, Status, Tag } from './rules.ts'

export type Condition = RawBuilder<unknown>

/** The SQL conditions for a flag `f`. */
export function conditionsOf(viewer: Viewer, search: FlagSearch): Condition[] {
  const seen = confinedTo(viewer)
  return [
    search.archived ? sql`f.archived_at is not null` : sql`f.archived_at is null`,
    ...(seen ? [sql`f.project = any(${seen}::text[])`] : []),
    ...(search.words.length > 0 ? [anyWord(search.words)] : []),
    ...oneOf(sql`f.project`, search.projects),
    ...oneOf(sql`f.type`, search.types),
    ...oneOf(sql`f.created_by_id`, search.creators, 'integer'),
    ...ownedBy(search.owners),
    ...oneOf(state, search.states),
    ...oneOf(sql`f.stage`, search.stages),
    ...withTags(search.tags),
    ...withSegments(search.segments),
    ...(search.status.length > 0 ? [anyStatus(search.status)] : []),
    ...sinceOrBefore(sql`f.created_at`, search.createdAt),
    ...sinceOrBefore(sql`f.last_seen_at`, search.seenAt),
    ...(search.favorite === undefined
      ? []
      : [search.favorite ? isFavorite(viewer) : sql`not ${isFavorite(viewer)}`]),
    ...(search.pinnedOr ? [pinnedOr(viewer, search.pinnedOr)] : []),
  ]
}

export const isFavorite = ({ userId }: Viewer): Condition =>
  sql`(f.name in (select s.flag from favorite_flags s where s.user_id = ${userId}))`

const MOST_PINNED = 20

const pinnedOr = ({ userId }: Viewer, names: readonly string[]): Condition => sql`f.name in (
  select unnest(${names}::text[]) union all
  (select flag from favorite_flags where user_id = ${userId} order by created_at desc, flag limit ${sql.lit(MOST_PINNED)}))`

const state = sql`case when f.stale then 'stale' when f.potentially_stale then 'potentially-stale' else 'active' end`

/** As patterns, for which there is an index where the extension pg_trgm is available. */
const anyWord = (words: readonly string[]): Condition => {
  const each = words.map((word) => {
    const literal = word.replace(/[\\%_]/g, '\\$&')
    return sql`f.search_text like '%' || lower(${literal}::text) || '%'`
  })
  return sql`(${sql.join(each, sql` or `)})`
}

function oneOf(column: Condition, filter: OneOf<string | number> | undefined, type = 'text'): Condition[] {
  if (!filter) return []
  const among = sql`${column} = any(${filter.values}::${sql.raw(type)}[])`
  return [filter.not ? sql`not (${among})` : among]
}

/** Deleted accounts and groups own nothing. */
function ownedBy(filter: Owners | undefined): Condition[] {
  if (!filter) return []
  const { users, groups, none, not } = filter
  const among = sql`(
    exists (select from users u where u.id = f.owner_user_id and u.deleted_at is null and u.id = any(${users}::int[]))
    or exists (select from groups g where g.id = f.owner_group_id and g.id = any(${groups}::int[]))
    or (${none}::boolean and ${flagOwner} is null))`
  return [not ? sql`not ${among}` : among]
}

function withTags(filter: Holding<Tag> | undefined): Condition[] {
  if (!filter) return []
  const types = filter.values.map((tag) => tag.type)
  const values = filter.values.map((tag) => tag.value)
  return held(
    filter,
    sql`select t.flag from flag_tags t
      join unnest(${types}::text[], ${values}::text[]) as wanted(type, value)
        on t.tag_type = wanted.type and t.tag_value = wanted.value
      group by t.flag having count(*) >= ${least(filter)}`,
  )
}

const withSegments = (filter: Holding | undefined): Condition[] =>
  filter
    ? held(
        filter,
        sql`select r.flag from segments g
          join rule_segments rs on rs.segment_id = g.id
          join rules r on r.id = rs.rule_id
          where g.name = any(${filter.values}::text[])
          group by r.flag having count(distinct g.id) >= ${least(filter)}`,
      )
    : []

const least = ({ all, values }: Holding<unknown>): number => (all ? values.length : 1)

const held = ({ not }: Holding<unknown>, holders: Condition): Condition[] => [
  not ? sql`f.name not in (${holders})` : sql`f.name in (${holders})`,
]

const anyStatus = (status: readonly Status[]): Condition => {
  const each = status.map(
    ({ environment, enabled }) => sql`(e.environment = ${environment} and e.enabled = ${enabled})`,
  )
  return sql`exists (select from flag_environments e where e.flag = f.name and (${sql.join(each, sql` or `)}))`
}

const sinceOrBefore = (column: Condition, filter: Day | undefined): Condition[] =>
  filter ? [filter.before ? sql`${column} < ${filter.day}` : sql`${column} >= ${filter.day}`] : []
