import { type RawBuilder, sql } from 'kysely'
import { flagOwner } from '../../platform/database/person-queries.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Day, FlagSearch, Holding, OneOf, Owners, Status, Tag } from './rules.ts'

export type Condition = RawBuilder<unknown>

/** The SQL conditions for a flag `f`; `s` is its favourite row. */
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
    ...(search.favorite === undefined ? [] : [sql`(s.flag is not null) = ${search.favorite}`]),
    ...(search.pinnedOr ? [pinnedOr(viewer, search.pinnedOr)] : []),
  ]
}

const MOST_PINNED = 20

const pinnedOr = ({ userId }: Viewer, names: readonly string[]): Condition => sql`f.name in (
  select unnest(${names}::text[]) union all
  (select flag from favorite_flags where user_id = ${userId} order by created_at desc, flag limit ${sql.lit(MOST_PINNED)}))`

const state = sql`case when f.stale then 'stale' when f.potentially_stale then 'potentially-stale' else 'active' end`

const anyWord = (words: readonly string[]): Condition => {
  const each = words.map((word) => sql`strpos(f.search_text, lower(${word}::text)) > 0`)
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

const anyStatus = (status: readonly Status[]): Condition => sql`f.name in (
  select e.flag from flag_environments e
  join unnest(${status.map((one) => one.environment)}::text[], ${status.map((one) => one.enabled)}::boolean[])
    as wanted(environment, enabled) on e.environment = wanted.environment and e.enabled = wanted.enabled)`

const sinceOrBefore = (column: Condition, filter: Day | undefined): Condition[] =>
  filter ? [filter.before ? sql`${column} < ${filter.day}` : sql`${column} >= ${filter.day}`] : []
