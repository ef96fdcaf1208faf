import type { Permission } from '@flagstaff/contract/permissions'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../platform/database.ts'
import type { Tx } from '../platform/write.ts'
import type { Grant } from './grants.ts'

/** Everything an account was granted: by its root role, and by its roles in projects. */
export async function listGrants(db: Reader, userId: number): Promise<Grant[]> {
  return rowsOf(
    db,
    sql<{ permission: Permission; environment: string; project: string }>`
    select p.permission, p.environment, p.project
    from users u join role_permissions p on p.role_id = u.root_role where u.id = ${userId}
    union all
    select p.permission, p.environment, m.project
    from project_members m join role_permissions p on p.role_id = m.role_id where m.user_id = ${userId}`,
  )
}

/** The projects an account sees, or `all` where none is hidden from it. */
export async function listVisibleProjects(db: Reader, userId: number): Promise<'all' | Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ id: string; visible: boolean }>`
    select p.id, p.mode <> 'private' or exists (
      select from project_members m where m.project = p.id and m.user_id = ${userId}) as visible
    from projects p`,
  )
  return rows.every((row) => row.visible)
    ? 'all'
    : new Set(rows.filter((row) => row.visible).map((row) => row.id))
}

/** What roles may do in one environment they may then do in its copy. */
export const copyEnvironmentGrants = (tx: Tx, from: string, to: string) =>
  sql`insert into role_permissions (role_id, permission, environment, project)
    select role_id, permission, ${to}, project from role_permissions where environment = ${from}
    on conflict do nothing`.execute(tx.db)

/** An environment made later under the same name must not inherit them. */
export const dropEnvironmentGrants = (tx: Tx, environment: string) =>
  tx.db.deleteFrom('role_permissions').where('environment', '=', environment).execute()
