import type { EventType } from '@flagstaff/contract/event-types'
import type { FlagDocument, FlagMeta } from '@flagstaff/delivery'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayName } from '../../platform/database/person-queries.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import { type Sight, visible } from '../events/index.ts'
import type { LightEvent } from './groups.ts'
import { countedTypes } from './kinds.ts'

export type Filter = { projects: readonly string[] | null; environments: readonly string[] | null }
export type Span = { after: number; upTo: number }

/** The newest events of the span, without their content. */
export async function listLightEvents(
  db: Reader,
  sight: Sight,
  { after, upTo, projects, environments, limit }: Span & Filter & { limit: number },
): Promise<LightEvent[]> {
  const conditions = [
    ...visible(sight),
    sql`revision > ${after} and revision <= ${upTo}`,
    sql`type = any(${countedTypes}::text[])`,
    ...(projects ? [sql`project = any(${projects})`] : []),
    ...(environments ? [sql`(environment is null or environment = any(${environments}))`] : []),
  ]
  return rowsOf(
    db,
    sql<LightEvent>`
      select revision, type, created_at as "createdAt", actor_id as "actorId", actor_name as "actorName",
        project, environment, flag,
        case when flag is null then coalesce(data ->> 'id', pre_data ->> 'id') end as "objectId",
        case when flag is null then coalesce(data ->> 'name', pre_data ->> 'name') end as "objectName"
      from events where ${sql.join(conditions, sql` and `)}
      order by revision desc limit ${limit}`,
  )
}

export type EventContent = {
  revision: number
  type: EventType
  data: unknown
  preData: unknown
  createdBy: string
  /** The number of events in the change; null if it cannot be reverted. */
  reverts: number | null
}

export const listContents = (db: Reader, revisions: readonly number[]): Promise<EventContent[]> =>
  rowsOf(
    db,
    sql<EventContent>`
      select e.revision, e.type, e.data, e.pre_data as "preData",
        ${displayName('e.actor_id', 'e.actor_name')} as "createdBy",
        (select case when u.first_revision <= e.revision then u.revision - u.first_revision + 1 end
          from undos u where u.revision >= e.revision order by u.revision limit 1) as reverts
      from events e where e.revision = any(${revisions}::bigint[]) order by e.revision`,
  )

export const listActorNames = (db: Reader, ids: readonly number[]) =>
  rowsOf(
    db,
    sql<{ id: number; name: string }>`
      select id, name from users where id = any(${ids}::int[]) and name <> ''`,
  )

export type DocumentAt = {
  name: string
  environment: string
  revision: number
  doc: FlagDocument
  meta: FlagMeta
}

type Wanted = { name: string; environment: string }

/** Documents of flags at several revisions, without those of projects that the caller cannot see. */
export async function listDocuments(
  db: Reader,
  { viewer, everything }: Sight,
  wanted: readonly Wanted[],
  revisions: readonly number[],
): Promise<DocumentAt[]> {
  if (wanted.length === 0) return []
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<DocumentAt>`
      select n.name, n.environment, r.revision, at.doc, at.meta
      from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map((one) => one.environment)}::text[])
        as n(name, environment)
      cross join unnest(${revisions}::bigint[]) as r(revision)
      cross join lateral (
        select p.doc, p.meta, p.project, p.until_revision from published p
        where p.kind = 'flag' and p.environment = n.environment and p.name = n.name
          and p.from_revision <= r.revision
        order by p.from_revision desc limit 1) at
      where (at.until_revision is null or at.until_revision > r.revision)
        and (${seen}::text[] is null or at.project = any(${seen}))
        and (${everything} or exists (select from projects where id = at.project))`,
  )
}

export type Segment = { name: string; project: string | null }

/** Segments by ID, as far as the caller can see them. */
export async function listSegments(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, Segment>> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Segment & { id: number }>`
      select id, name, project from segments where id = any(${ids}::int[])
        and (project is null or ${seen}::text[] is null or project = any(${seen}))`,
  )
  return new Map(rows.map(({ id, ...segment }) => [id, segment]))
}

export const listEnvironmentTypes = async (db: Reader): Promise<Map<string, string>> =>
  new Map(
    (await db.selectFrom('environments').select(['name', 'type']).execute()).map(({ name, type }) => [
      name,
      type,
    ]),
  )

/** The flags that follow a release plan, as `flag environment`. */
export const listPlanned = async (db: Reader, flags: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rowsOf(
        db,
        sql<{ key: string }>`
          select json_build_array(flag, environment)::text as key from release_plans where flag = any(${flags})`,
      )
    ).map(({ key }) => key),
  )
