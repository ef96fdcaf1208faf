import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { ownedFlags } from '../../platform/database/person-queries.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'

const MOST_FLAGS = 1_000
const ADMIN = 1

/** Flags that the viewer owns or marked as a favourite. */
export const listOwnFlags = (db: Reader, viewer: Viewer) => {
  const seen = confinedTo(viewer)
  const { userId } = viewer
  return rowsOf(
    db,
    sql<{ name: string; project: string; type: string }>`
    select name, project, type from flags
    where archived_at is null and (${seen}::text[] is null or project = any(${seen})) and name in (
      select name from ${ownedFlags(userId)} owned
      union select flag from favorite_flags where user_id = ${userId})
    order by created_at desc, name limit ${MOST_FLAGS}`,
  )
}

/** Projects that the viewer is a member of, marked as a favourite, or owns a flag in. */
export async function listMemberships(db: Reader, { userId }: Viewer): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ project: string }>`
    select project from favorite_projects where user_id = ${userId}
    union select project from project_access where user_id = ${userId}
    union select project from ${ownedFlags(userId)} owned`,
  )
  return new Set(rows.map(({ project }) => project))
}

export const listAdmins = (db: Reader) =>
  rowsOf(
    db,
    sql<{ id: number; name: string | null; username: string | null; email: string | null }>`
    select u.id, u.name, u.username, u.email from users u
    where u.deleted_at is null and not u.is_service
      and exists (select from root_access a where a.user_id = u.id and a.role_id = ${sql.lit(ADMIN)})
    order by u.id limit 100`,
  )

/** The roles of the viewer in a project, directly or through a group. */
export const listOwnRoles = (db: Reader, { userId }: Viewer, project: string) =>
  rowsOf(
    db,
    sql<{ id: number; name: string; type: 'custom' | 'project' }>`
    select r.id, r.name, case r.type when 'project' then 'project' else 'custom' end as type
    from roles r
    where r.id in (select role_id from project_access where user_id = ${userId} and project = ${project})
    order by r.id`,
  )

export type HealthDay = { total: number; stale: number; overdue: number; recent: boolean }

/** The flags of a project on each of the last 56 days; `recent` are the last 28. */
export const listHealthDays = (db: Reader, project: string) =>
  rowsOf(
    db,
    sql<HealthDay>`
    select total, stale, overdue, day > current_date - 28 as recent
    from insight_days where project = ${project} and day > current_date - 56`,
  )
