import type { Permission } from '@flagstaff/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Grant } from './grants.ts'
import type { ExplainedGrant } from './reasons.ts'

/** The id of an account, or a subquery that returns it. */
export type Whose = number | RawBuilder<number>

/** All grants of an account: from root and project roles, assigned directly or through groups. */
export async function listGrants(db: Reader, userId: Whose): Promise<Grant[]> {
  return rowsOf(
    db,
    sql<{ permission: Permission; environment: string; project: string }>`
    select p.permission, p.environment, p.project
    from root_access a join role_permissions p on p.role_id = a.role_id where a.user_id = ${userId}
    union
    select p.permission, p.environment, a.project
    from project_access a join role_permissions p on p.role_id = a.role_id where a.user_id = ${userId}`,
  )
}

type ExplainedRow = Grant & {
  roleId: number
  role: string
  type: string
  groupId: number | null
  group: string | null
}

/** All grants of an account with the role and group they come from, project roles first. */
export async function listExplainedGrants(db: Reader, userId: number): Promise<ExplainedGrant[]> {
  const rows = await rowsOf(
    db,
    sql<ExplainedRow>`
    select p.permission, p.environment, coalesce(a.project, p.project) as project,
      r.id as "roleId", r.name as role, r.type, g.id as "groupId", g.name as "group"
    from (
      select role_id, group_id, project from project_access where user_id = ${userId}
      union all
      select role_id, group_id, null from root_access where user_id = ${userId}
    ) a
    join roles r on r.id = a.role_id
    join role_permissions p on p.role_id = r.id
    left join groups g on g.id = a.group_id
    order by a.project is null, g.id is not null, r.id, g.name`,
  )
  return rows.map(({ permission, environment, project, roleId, role, type, groupId, group }) => ({
    permission,
    environment,
    project,
    reason: {
      role: { id: roleId, name: role, type },
      ...(project === '' ? {} : { project }),
      ...(groupId === null || group === null ? {} : { group: { id: groupId, name: group } }),
    },
  }))
}

/** Root roles that can see private projects: Admin and Editor. */
export const SEES_ALL: readonly number[] = [1, 2]

/** Whether an account can see the project `p` of a query. */
export const isVisibleTo = (userId: Whose) => sql<boolean>`(p.mode <> 'private'
  or exists (select from project_access a where a.project = p.id and a.user_id = ${userId})
  or exists (select from root_access r where r.user_id = ${userId} and r.role_id = any(${SEES_ALL})))`

/** The projects an account can see, or `all` if none is hidden from it. */
export async function listVisibleProjects(db: Reader, userId: Whose): Promise<'all' | Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ id: string; visible: boolean }>`
    select p.id, ${isVisibleTo(userId)} as visible from projects p`,
  )
  return rows.every((row) => row.visible)
    ? 'all'
    : new Set(rows.filter((row) => row.visible).map((row) => row.id))
}

/** A cloned environment gets the role permissions of its source. */
export const copyEnvironmentGrants = (tx: Tx, from: string, to: string) =>
  sql`insert into role_permissions (role_id, permission, environment, project)
    select role_id, permission, ${to}, project from role_permissions where environment = ${from}
    on conflict do nothing`.execute(tx.db)

/** Otherwise a new environment with the same name would inherit these permissions. */
export const dropEnvironmentGrants = (tx: Tx, environment: string) =>
  tx.db.deleteFrom('role_permissions').where('environment', '=', environment).execute()
