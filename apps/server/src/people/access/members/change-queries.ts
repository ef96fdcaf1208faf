import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import type { Membership } from './rules.ts'

/** All members of a project, users and groups. The caller holds a lock on the project, so they cannot change. */
export async function listMemberships(tx: Tx, project: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select 'user' as kind, user_id as id, role_id as "roleId" from project_members where project = ${project}
    union all
    select 'group', group_id, role_id from project_groups where project = ${project}
    order by kind desc, id, "roleId"`.execute(tx.db)
  return rows
}

/** The roles of an account in a project, assigned directly or through groups. */
export async function listRolesHeld(tx: Tx, project: string, userId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('project_access')
    .select('role_id')
    .where('project', '=', project)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.role_id)
}

/** Locks those of the accounts that exist, and returns their ids. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}::bigint[]) and deleted_at is null
    order by id for key share`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/** Locks those of the groups that exist, and returns their ids. */
export async function lockGroups(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from groups where id = any(${ids}::bigint[]) order by id for key share`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/** Locks those of the roles that exist and are project roles, and returns their ids. */
export async function lockProjectRoles(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from roles where id = any(${ids}::bigint[]) and type in ('project', 'custom')
    order by id for key share`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

export async function insertMemberships(tx: Tx, project: string, members: readonly Membership[]) {
  const users = members.filter(({ kind }) => kind === 'user')
  if (users.length > 0) {
    const rows = users.map(({ id, roleId }) => ({ project, user_id: id, role_id: roleId }))
    await tx.db.insertInto('project_members').values(rows).execute()
  }
  const groups = members.filter(({ kind }) => kind === 'group')
  if (groups.length > 0) {
    const rows = groups.map(({ id, roleId }) => ({ project, group_id: id, role_id: roleId }))
    await tx.db.insertInto('project_groups').values(rows).execute()
  }
}

export async function removeMemberships(tx: Tx, project: string, members: readonly Membership[]) {
  const gone = (kind: Membership['kind']) => {
    const own = members.filter((member) => member.kind === kind)
    return sql`unnest(${own.map(({ id }) => id)}::int[], ${own.map(({ roleId }) => roleId)}::int[])
      as gone(id, role_id)`
  }
  await sql`delete from project_members m using ${gone('user')}
    where m.project = ${project} and m.user_id = gone.id and m.role_id = gone.role_id`.execute(tx.db)
  await sql`delete from project_groups m using ${gone('group')}
    where m.project = ${project} and m.group_id = gone.id and m.role_id = gone.role_id`.execute(tx.db)
}
