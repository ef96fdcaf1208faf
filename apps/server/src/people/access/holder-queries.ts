import type { EnvironmentPermission } from '@flagstaff/contract/permissions'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { isVisibleTo } from './queries.ts'

type Account = { id: number; name: string | null; username: string | null; email: string | null }

/** Accounts that hold a permission, by name, and the number of all of them. */
export type Holders = { accounts: Account[]; total: number }

type HoldersOptions = {
  /** Leaves out service accounts. */
  peopleOnly?: boolean
  /** Returns only this many accounts. */
  most?: number
}

/** The accounts that hold a permission in an environment of a project, by the same rules as `grantsOf`. */
export async function listHolders(
  db: Reader,
  permission: EnvironmentPermission,
  { project, environment }: { project: string; environment: string },
  { peopleOnly = false, most }: HoldersOptions = {},
): Promise<Holders> {
  const rows = await rowsOf(
    db,
    sql<Account & { total: number }>`
    with granting as (
      select role_id, permission = 'ADMIN' as is_admin, project from role_permissions
      where permission = 'ADMIN' or (permission = ${permission} and environment in ('', '*', ${environment}))
    ), holders as (
      select a.user_id from root_access a join granting g on g.role_id = a.role_id
      where g.is_admin or g.project in ('', '*', ${project})
      union
      select a.user_id from project_access a join granting g on g.role_id = a.role_id
      where g.is_admin or a.project = ${project}
    )
    select u.id, u.name, u.username, u.email, count(*) over () as total
    from holders h join users u on u.id = h.user_id join projects p on p.id = ${project}
    where u.deleted_at is null and not (u.is_service and ${peopleOnly}) and ${isVisibleTo(sql<number>`u.id`)}
    order by lower(coalesce(nullif(u.name, ''), u.username, u.email)), u.id
    limit ${most ?? null}`,
  )
  return {
    accounts: rows.map(({ total: _, ...account }) => account),
    total: rows[0]?.total ?? 0,
  }
}
