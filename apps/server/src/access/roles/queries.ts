import type { Role } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { confinedTo, type Viewer } from '../../platform/actor.ts'
import { type Reader, rowsOf } from '../../platform/database.ts'

export const listRoles = (db: Reader): Promise<Role[]> =>
  db.selectFrom('roles').select(['id', 'name', 'description', 'type']).orderBy('id').execute()

export const findRole = (db: Reader, id: number): Promise<Role | undefined> =>
  db.selectFrom('roles').select(['id', 'name', 'description', 'type']).where('id', '=', id).executeTakeFirst()

/** What a role grants, wherever it reaches. */
export const listGrantsOfRole = (db: Reader, id: number) =>
  db
    .selectFrom('role_permissions')
    .select(['permission', 'environment'])
    .distinct()
    .where('role_id', '=', id)
    .orderBy('permission')
    .orderBy('environment')
    .execute()

export async function listEnvironments(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** The roles an account holds in projects the viewer sees; in one of them, or in all. */
export async function listRolesOfUser(db: Reader, viewer: Viewer, project?: string): Promise<Role[]> {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<Role>`
    select r.id, r.name, r.description, r.type, m.project
    from project_members m join roles r on r.id = m.role_id
    where m.user_id = ${viewer.userId}
      and (${project ?? null}::text is null or m.project = ${project ?? null})
      and (${seen}::text[] is null or m.project = any(${seen}))
    order by m.project, r.id`,
  )
}
