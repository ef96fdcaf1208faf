import type { UserAccessOverview } from '@flagstaff/contract/users'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

type ProjectRole = Omit<UserAccessOverview['projectRoles'][number], 'permissions'> & {
  permissions: { permission: string; environment: string }[]
}

/** The roles of an account in one project, directly or through a group, with their permissions. */
export async function listProjectRoles(db: Reader, userId: number, project: string): Promise<ProjectRole[]> {
  return rowsOf(
    db,
    sql<ProjectRole>`
      select r.id, r.name, r.type, r.description, m.project,
        (select coalesce(json_agg(json_build_object('permission', p.permission, 'environment', p.environment)
           order by p.permission, p.environment), '[]')
         from role_permissions p where p.role_id = r.id) as permissions
      from (select distinct role_id, project from project_access
            where user_id = ${userId} and project = ${project}) m
      join roles r on r.id = m.role_id order by r.id`,
  )
}
