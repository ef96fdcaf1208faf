import { sql } from 'kysely'
import type { Tx } from '../../platform/write.ts'
import type { Membership } from './rules.ts'

/** Of everybody and every group. The project is held, so nobody else changes them meanwhile. */
export async function listMemberships(tx: Tx, project: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select 'user' as kind, user_id as id, role_id as "roleId" from project_members where project = ${project}
    union all
    select 'group', group_id, role_id from project_groups where project = ${project}
    order by kind desc, id, "roleId"`.execute(tx.db)
  return rows
}

/** The roles an account holds in a project, its own and those of its groups. */
export async function listRolesHeld(tx: Tx, project: string, userId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('project_access')
    .select('role_id')
    .where('project', '=', project)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.role_id)
}

/** Those of the accounts that exist, held until we commit. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}::bigint[]) and deleted_at is null
    order by id for key share`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/** Those of the groups that exist, held until we commit. */
export async function lockGroups(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from groups where id = any(${ids}::bigint[]) order by id for key share`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

/** Those of the roles that exist and can be held in a project, held until we commit. */
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
