import type { Role } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { RolePermission } from './rules.ts'

const columns = ['id', 'name', 'description', 'type'] as const

export const listRoles = (db: Reader): Promise<Role[]> =>
  db.selectFrom('roles').select(columns).orderBy('id').execute()

export const findRole = (db: Reader, id: number) =>
  db
    .selectFrom('roles')
    .select(columns)
    .select('version as objectVersion')
    .where('id', '=', id)
    .executeTakeFirst()

export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** The permissions of a role, in all projects and environments. */
export const listGrantsOfRole = (db: Reader, id: number): Promise<RolePermission[]> =>
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

/** The project roles of an account, direct or through groups, in one project or in all that the viewer can see. */
export async function listRolesOfUser(db: Reader, viewer: Viewer, project?: string): Promise<Role[]> {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<Role>`
    select distinct r.id, r.name, r.description, r.type, a.project
    from project_access a join roles r on r.id = a.role_id
    where a.user_id = ${viewer.userId}
      and (${project ?? null}::text is null or a.project = ${project ?? null})
      and (${seen}::text[] is null or a.project = any(${seen}))
    order by a.project, r.id`,
  )
}

/** Locks all root roles, so that none is deleted before the commit. */
export const lockRootRoles = (tx: Tx) =>
  tx.db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('type', 'in', ['root', 'root-custom'])
    .orderBy('id')
    .forKeyShare()
    .execute()
