import type { Segment } from '@flagstaff/engine'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'

type Reached = { environment: string; flags: readonly string[]; segments: readonly number[] }

/** The flags that use these segments, and the children of these flags, as far as the viewer can see them. */
export async function listDependents(
  db: Reader,
  viewer: Viewer,
  { environment, flags, segments }: Reached,
): Promise<string[]> {
  const visible = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
    with users as (
      select distinct r.flag as name from rules r join rule_segments u on u.rule_id = r.id
      where r.environment = ${environment} and not r.disabled and u.segment_id = any(${segments}::integer[])
    ), reached as (
      select name from users
      union
      select d.child from flag_dependencies d where d.parent = any(${flags}::text[]) or d.parent in (select name from users)
    )
    select f.name from reached join flags f on f.name = reached.name
    where f.archived_at is null and (${visible}::text[] is null or f.project = any(${visible}))
    order by f.name`,
  )
  return rows.map(({ name }) => name)
}

/** Segments as they are stored, for those that no flag of the environment uses yet. */
export const listSegments = (db: Reader, ids: readonly number[]): Promise<Segment[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : rowsOf(db, sql<Segment>`select id, name, constraints from segments where id = any(${ids}::integer[])`)

/** The applications of an environment that the viewer can see, seen in the last week. */
export async function listApplications(db: Reader, viewer: Viewer, environment: string): Promise<string[]> {
  const visible = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ app: string }>`
    select distinct app from application_uses
    where environment = ${environment} and seen_at > now() - interval '7 days'
      and (${visible}::text[] is null or project = any(${visible} || '{*}'::text[]))
    order by app`,
  )
  return rows.map(({ app }) => app)
}

export type Used = { app: string; flag: string; on: number; evaluations: number }

/** Evaluations of flags in the last 24 hours, by application. */
export const listUsage = (db: Reader, environment: string, flags: readonly string[]): Promise<Used[]> =>
  rowsOf(
    db,
    sql<Used>`
    select app, flag, sum(yes)::bigint as "on", sum(yes + no)::bigint as evaluations from usage_counts
    where environment = ${environment} and flag = any(${flags}::text[]) and variant = ''
      and hour > now() - interval '24 hours'
    group by app, flag`,
  )
