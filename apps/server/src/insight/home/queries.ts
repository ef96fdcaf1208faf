import type { HomeSetup } from '@flagstaff/contract/home'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { ownedFlags } from '../../platform/database/person-queries.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statements.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { StepChange } from './rules.ts'

/** Projects that the viewer is a member of, marked as a favourite, or owns a flag in. */
export async function listOwnProjects(db: Reader, viewer: Viewer): Promise<string[]> {
  const seen = confinedTo(viewer)
  const { userId } = viewer
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
    select id from projects
    where archived_at is null and (${seen}::text[] is null or id = any(${seen})) and id in (
      select project from favorite_projects where user_id = ${userId}
      union select project from project_access where user_id = ${userId}
      union select project from ${ownedFlags(userId)} owned)`,
  )
  return rows.map(({ id }) => id)
}

const MOST_PINNED = 20

export const listPinnedProjects = (db: Reader, viewer: Viewer) => {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<{ id: string; name: string; flags: number; inReview: number }>`
    with pinned as (
      select p.id, p.name from favorite_projects s join projects p on p.id = s.project and p.archived_at is null
      where s.user_id = ${viewer.userId} and (${seen}::text[] is null or p.id = any(${seen}))
      order by p.name, p.id limit ${sql.lit(MOST_PINNED)}
    ), counted as (
      select project, count(*)::int as flags from flags
      where archived_at is null and project in (select id from pinned) group by project
    )
    select p.id, p.name, coalesce(c.flags, 0) as flags,
      (select count(*)::int from change_requests r where r.project = p.id and r.state = 'In review') as "inReview"
    from pinned p left join counted c on c.project = p.id order by p.name, p.id`,
  )
}

/** How many changes were made in each project, environment and step. Steps are numbered from 1970. */
export const countChanges = (db: Reader, since: Date, stepSeconds: number): Promise<StepChange[]> =>
  rowsOf(
    db,
    sql<StepChange>`
    select project, environment, floor(date_part('epoch', created_at) / ${stepSeconds}::int)::int as step,
      count(*)::int as count
    from events where created_at >= ${since} and environment is not null
    group by 1, 2, 3 ${sql.raw(PLAN_EACH_TIME)}`,
  )

export async function listProjects(db: Reader): Promise<string[]> {
  return (await rowsOf(db, sql<{ id: string }>`select id from projects`)).map(({ id }) => id)
}

export const listEnvironments = (db: Reader) =>
  rowsOf(
    db,
    sql<{
      name: string
      type: string
    }>`select name, type from environments where enabled order by sort_order, name`,
  )

/** A project to connect an application to; undefined if an application evaluates flags already. */
export async function findSetup(db: Reader, viewer: Viewer): Promise<HomeSetup | undefined> {
  const seen = confinedTo(viewer)
  const [row] = await rowsOf(
    db,
    sql<HomeSetup>`
    select p.id as project, e.name as environment, f.name as flag
    from projects p
    left join lateral (
      select v.name from project_environments pe join environments v on v.name = pe.environment and v.enabled
      where pe.project = p.id order by v.type <> 'development', v.sort_order, v.name limit 1
    ) e on true
    left join lateral (
      select name, created_at from flags where project = p.id and archived_at is null
      order by created_at desc, name limit 1
    ) f on true
    where p.archived_at is null and (${seen}::text[] is null or p.id = any(${seen}))
      and not exists (select from flags u where u.last_seen_at is not null
        and (${seen}::text[] is null or u.project = any(${seen})))
    order by f.created_at desc nulls last, p.created_at, p.id limit 1`,
  )
  return row
}
