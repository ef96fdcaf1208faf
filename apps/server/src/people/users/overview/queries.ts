import type { UserAccess } from '@flagstaff/contract/users'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

type Row = Omit<UserAccess, 'createdAt' | 'lastSeen'> & { createdAt: Date; lastSeen: Date | null }

/** All accounts with their root role, groups and projects. */
export async function listAccess(db: Reader): Promise<UserAccess[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
    select u.id as "userId", coalesce(u.name, u.username) as "userName", coalesce(u.email, '') as "userEmail",
      u.created_at as "createdAt", u.seen_at as "lastSeen", r.name as "rootRole",
      array(select g.name from group_members m join groups g on g.id = m.group_id
        where m.user_id = u.id order by g.name) as groups,
      array(select distinct a.project from project_access a
        where a.user_id = u.id order by a.project) as "accessibleProjects"
    from users u join roles r on r.id = u.root_role
    where u.deleted_at is null and not u.is_service
    order by u.id`,
  )
  return rows.map(({ createdAt, lastSeen, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeen: lastSeen?.toISOString() ?? null,
  }))
}
