import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import { listGrantsOfRole } from './queries.ts'
import type { RolePermission, RoleType } from './rules.ts'

/** A role that is locked for a change. */
export type RoleRecord = {
  id: number
  name: string
  description: string
  type: string
  objectVersion: number
  permissions: RolePermission[]
}

const columns = ['id', 'name', 'description', 'type', 'version as objectVersion'] as const

type Change = { name: string; description: string; permissions: RolePermission[] }
type NewRole = Change & { id?: number | undefined; type: RoleType }

/** Returns undefined if the name is taken. */
export async function insertRole(tx: Tx, role: NewRole): Promise<RoleRecord | undefined> {
  const { id, name, description, type, permissions } = role
  const row = await tx.db
    .insertInto('roles')
    .values({ ...(id === undefined ? {} : { id }), name, description, type })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (!row) return undefined
  await insertPermissions(tx, row.id, permissions)
  return { ...row, permissions }
}

/** Locks the role, so that it cannot be assigned before the commit. */
export async function lockRole(tx: Tx, id: number): Promise<RoleRecord | undefined> {
  const row = await tx.db
    .selectFrom('roles')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, permissions: await listGrantsOfRole(tx.read, id) }
}

/** Returns undefined if another role has the name. */
export async function replaceRole(tx: Tx, id: number, change: Change): Promise<RoleRecord | undefined> {
  const { name, description, permissions } = change
  const row = await tx.db
    .updateTable('roles')
    .set((eb) => ({ name, description, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from roles other where other.name = ${name} and other.id <> ${id})`,
    )
    .returning(columns)
    .executeTakeFirst()
  if (!row) return undefined
  await tx.db.deleteFrom('role_permissions').where('role_id', '=', id).execute()
  await insertPermissions(tx, id, permissions)
  return { ...row, permissions }
}

async function insertPermissions(tx: Tx, id: number, permissions: readonly RolePermission[]) {
  if (permissions.length === 0) return
  await tx.db
    .insertInto('role_permissions')
    .values(permissions.map((one) => ({ role_id: id, ...one })))
    .execute()
}

/** The number of accounts and groups that hold the role, as a root role or in a project. */
export async function countHolders(tx: Tx, id: number): Promise<{ users: number; groups: number }> {
  const { rows } = await sql<{ users: number; groups: number }>`
    select
      (select count(*) from users u where u.deleted_at is null and (u.root_role = ${id}
        or exists (select from project_members m where m.user_id = u.id and m.role_id = ${id}))) as users,
      (select count(*) from groups g where g.root_role = ${id}
        or exists (select from project_groups p where p.group_id = g.id and p.role_id = ${id})) as groups`.execute(
    tx.db,
  )
  return rows[0] ?? { users: 0, groups: 0 }
}

const VIEWER = 3

/** Only deleted accounts can still have the role here; they fall back to Viewer. */
export async function removeRole(tx: Tx, id: number): Promise<void> {
  await tx.db.updateTable('users').set({ root_role: VIEWER }).where('root_role', '=', id).execute()
  await tx.db.deleteFrom('roles').where('id', '=', id).execute()
}
