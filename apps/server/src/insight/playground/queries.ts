import type { EventType } from '@flagstaff/contract/event-types'
import { EVERYWHERE, type FlagDocument, type FlagMeta, type SegmentDocument } from '@flagstaff/delivery'
import type { Constraint, Variant } from '@flagstaff/engine'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayName } from '../../platform/database/person-queries.ts'

// Published documents are immutable; only their end revision is set later. So reads "as of" a committed revision are
// consistent across several statements, without a transaction.

export type FlagAt = { name: string; doc: FlagDocument; meta: FlagMeta }

export const findCounter = (db: Reader) =>
  db.selectFrom('counter').select(['revision', 'history_floor as historyFloor']).executeTakeFirstOrThrow()

/** The last change at or before this time: its last event and its time. */
export async function findChangeBefore(db: Reader, time: Date) {
  const row = await db
    .selectFrom('events')
    .select(['revision', 'created_at as createdAt'])
    .where('created_at', '<=', time)
    .orderBy('created_at', 'desc')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

/**
 * When a revision was created, and the last revision of its change. The documents of a change are published with its
 * last event, so there was no state between two events of one change.
 */
export async function findChange(db: Reader, revision: number) {
  const [row] = await rowsOf(
    db,
    sql<{ createdAt: Date; revision: number }>`
      select e.created_at as "createdAt", coalesce((
        select min(other.revision) from events other
        where other.created_at = e.created_at and other.revision >= e.revision
          and (exists (select from published p where p.from_revision = other.revision)
            or exists (select from published p where p.until_revision = other.revision))), e.revision) as revision
      from events e where e.revision = ${revision}`,
  )
  return row
}

/** Whether an environment with this name exists or existed. */
export async function isEnvironment(db: Reader, name: string): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    sql<{ known: boolean }>`select exists (select from environments where name = ${name})
      or exists (select from published where kind = 'flag' and environment = ${name}) as known`,
  )
  return row?.known ?? false
}

type FlagsAt = {
  environment: string
  revision: number
  scope: Scope
}

/** Selects flags by project or name; null selects all. */
export type Scope = {
  projects: readonly string[] | null
  /** The projects that the caller can see. */
  visible: readonly string[] | null
  names: readonly string[] | null
  /** Whether to include deleted projects. */
  gone: boolean
}

/**
 * The flags of an environment at a revision. Walks the primary key name by name (a loose index scan) and looks up one
 * document each, so the cost depends on the number of flags, not on the number of their versions.
 */
export async function listFlagsAt(
  db: Reader,
  { environment, revision, scope: { projects, names, gone } }: FlagsAt,
): Promise<FlagAt[]> {
  const named = names
    ? sql`names as (select unnest(${names}::text[]) as name)`
    : projects
      ? namesIn(projects)
      : everyName
  return rowsOf(
    db,
    sql<FlagAt>`
      with recursive ${named}
      select n.name, coalesce(own.doc, usual.doc) as doc, coalesce(own.meta, usual.meta) as meta
      from names n
      cross join lateral (${documentAt('flag', EVERYWHERE, revision)}) usual
      left join lateral (${documentAt('flag', environment, revision)}) own
        on own.until_revision is null or own.until_revision > ${revision}
      where (usual.until_revision is null or usual.until_revision > ${revision})
        and (${projects}::text[] is null or usual.project = any(${projects}))
        and (${gone} or exists (select from projects where id = usual.project))`,
  )
}

/** The rules' ids and titles at a revision, for flags with their own document in the environment. */
export const listMetaAt = async (
  db: Reader,
  { environment, revision, names }: { environment: string; revision: number; names: readonly string[] },
): Promise<Pick<FlagAt, 'name' | 'meta'>[]> =>
  names.length === 0
    ? []
    : rowsOf(
        db,
        sql<Pick<FlagAt, 'name' | 'meta'>>`
          select n.name, at.meta from unnest(${names}::text[]) as n(name)
          cross join lateral (${documentAt('flag', environment, revision)}) at
          where at.until_revision is null or at.until_revision > ${revision}`,
      )

/** How many flags there ever were in these projects, counted up to a limit. */
export async function countNames(db: Reader, projects: readonly string[] | null, limit: number) {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`
      with recursive ${projects ? namesIn(projects) : everyName}
      select count(*) as count from (select from names where name is not null limit ${limit}) counted`,
  )
  return row?.count ?? 0
}

const namesIn = (projects: readonly string[]) => sql`names as (
  select distinct p.name from published p
  where p.kind = 'flag' and p.environment = ${EVERYWHERE} and p.project = any(${projects}))`

const everyName = sql`names as (
  (select p.name from published p where p.kind = 'flag' and p.environment = ${EVERYWHERE} order by p.name limit 1)
  union all
  select (select p.name from published p
          where p.kind = 'flag' and p.environment = ${EVERYWHERE} and p.name > n.name order by p.name limit 1)
  from names n where n.name is not null)`

/** The newest document of `n` up to the revision. It may have ended before. */
const documentAt = (kind: string, environment: string, revision: number) => sql`
  select p.doc, p.meta, p.project, p.until_revision from published p
  where p.kind = ${kind} and p.environment = ${environment} and p.name = n.name and p.from_revision <= ${revision}
  order by p.from_revision desc limit 1`

export async function listSegmentsAt(
  db: Reader,
  { environment, revision, ids }: { environment: string; revision: number; ids: readonly number[] },
): Promise<SegmentDocument[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    db,
    sql<{ doc: SegmentDocument }>`
      select at.doc from unnest(${ids.map(String)}::text[]) as n(name)
      cross join lateral (${documentAt('segment', environment, revision)}) at
      where at.until_revision is null or at.until_revision > ${revision}`,
  )
  return rows.map(({ doc }) => doc)
}

export type Version = {
  kind: 'flag' | 'segment'
  environment: string
  name: string
  from: number
  until: number | null
  doc: FlagDocument | SegmentDocument
  meta: FlagMeta
}

type Span = { environment: string; after: number; upTo: number; limit: number }

/** All documents between two revisions, newest first. */
export const listVersions = (
  db: Reader,
  kind: Version['kind'],
  names: readonly string[],
  { environment, after, upTo, limit }: Span,
): Promise<Version[]> =>
  rowsOf(
    db,
    sql<Version>`
      select p.kind, p.environment, p.name, p.from_revision as "from", p.until_revision as until, p.doc, p.meta
      from published p
      where p.kind = ${kind} and p.environment = any(${[environment, EVERYWHERE]}) and p.name = any(${names})
        and p.from_revision <= ${upTo} and (p.until_revision is null or p.until_revision > ${after})
      order by p.from_revision desc limit ${limit}`,
  )

export type CausingEvent = {
  id: number
  type: EventType
  createdAt: Date
  createdBy: string
  project: string | null
  environment: string | null
  featureName: string | null
  segment: string | null
}

/** The events of the changes that end at these revisions. */
export const listEventsOf = (db: Reader, revisions: readonly number[]): Promise<CausingEvent[]> =>
  rowsOf(
    db,
    sql<CausingEvent>`
      select e.revision as id, e.type, e.created_at as "createdAt", ${displayName('e.actor_id', 'e.actor_name')} as "createdBy", e.project,
        e.environment, e.flag as "featureName",
        case when e.type like 'segment-%' then coalesce(e.data ->> 'id', e.pre_data ->> 'id') end as segment
      from events e
      where e.created_at in (select last.created_at from events last where last.revision = any(${revisions}))
      order by e.revision`,
  )

export type RuleOff = {
  flag: string
  id: string
  /** How many delivered rules come before it. */
  after: number
  name: string
  title: string | null
  parameters: Record<string, string>
  constraints: Constraint[]
  variants: Variant[]
  segments: SegmentDocument[]
}

/** Rules that are currently turned off. They are not published, so their past is unknown. */
export const listRulesOff = (db: Reader, environment: string, flags: readonly string[]): Promise<RuleOff[]> =>
  rowsOf(
    db,
    sql<RuleOff>`
      select r.flag, r.id, r.name, r.title, r.parameters, r.constraints, r.variants,
        (select count(*) from rules b where b.flag = r.flag and b.environment = r.environment and not b.disabled
          and (b.sort_order, b.created_at, b.id) < (r.sort_order, r.created_at, r.id)) as after,
        (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'constraints', s.constraints)
            order by s.id), '[]')
          from rule_segments u join segments s on s.id = u.segment_id where u.rule_id = r.id) as segments
      from rules r
      where r.environment = ${environment} and r.flag = any(${flags}) and r.disabled
      order by r.flag, r.sort_order, r.created_at, r.id`,
  )
