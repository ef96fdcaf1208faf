import type { ProjectRole, UserWithProjectRole } from '@flagstaff/contract/access'
import type { Role } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { confinedTo, sees, type Viewer } from '../../platform/actor.ts'
import { type Reader, rowsOf } from '../../platform/database.ts'
import type { Tx } from '../../platform/write.ts'
import type { Membership } from './rules.ts'

export async function isProject(db: Reader, viewer: Viewer, id: string): Promise<boolean> {
  if (!sees(viewer, id)) return false
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function listMembers(db: Reader, project: string): Promise<UserWithProjectRole[]> {
  const rows = await rowsOf(
    db,
    sql<{
      id: number
      name: string | null
      email: string | null
      is_service: boolean
      roles: number[]
      added_at: Date
    }>`
    select u.id, coalesce(u.name, u.username) as name, u.email, u.is_service,
      array_agg(m.role_id order by m.role_id) as roles, min(m.added_at) as added_at
    from project_members m join users u on u.id = m.user_id
    where m.project = ${project} and u.deleted_at is null
    group by u.id order by u.id`,
  )
  return rows.map(({ id, name, email, is_service, roles, added_at }) => ({
    id,
    email,
    isAPI: is_service,
    roles,
    addedAt: added_at.toISOString(),
    ...(name === null ? {} : { name }),
    ...(roles[0] === undefined ? {} : { roleId: roles[0] }),
  }))
}

/** The roles that can be held in a project. */
export const listProjectRoles = (db: Reader): Promise<Role[]> =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where('type', 'in', ['project', 'custom'])
    .orderBy('id')
    .execute()

/** Where a role is held. */
export async function listRoleUse(db: Reader, viewer: Viewer, role: number): Promise<ProjectRole[]> {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<ProjectRole>`
    select m.project, m.role_id as role, 0 as "groupCount",
      count(*) filter (where not u.is_service) as "userCount",
      count(*) filter (where u.is_service) as "serviceAccountCount"
    from project_members m join users u on u.id = m.user_id and u.deleted_at is null
    where m.role_id = ${role} and (${seen}::text[] is null or m.project = any(${seen}))
    group by m.project, m.role_id order by m.project`,
  )
}

export async function isRole(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Of everybody. The project is held, so nobody else changes them meanwhile. */
export async function listMemberships(tx: Tx, project: string): Promise<Membership[]> {
  const rows = await tx.db
    .selectFrom('project_members')
    .select(['user_id', 'role_id'])
    .where('project', '=', project)
    .orderBy('user_id')
    .orderBy('role_id')
    .execute()
  return rows.map(({ user_id, role_id }) => ({ userId: user_id, roleId: role_id }))
}

/** Those of the accounts that exist, held until we commit. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}::bigint[]) and deleted_at is null
    order by id for key share`.execute(tx.db)
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
  if (members.length === 0) return
  await tx.db
    .insertInto('project_members')
    .values(members.map(({ userId, roleId }) => ({ project, user_id: userId, role_id: roleId })))
    .execute()
}

export const removeMemberships = (tx: Tx, project: string, members: readonly Membership[]) =>
  sql`delete from project_members m
    using unnest(${members.map(({ userId }) => userId)}::int[], ${members.map(({ roleId }) => roleId)}::int[])
      as gone(user_id, role_id)
    where m.project = ${project} and m.user_id = gone.user_id and m.role_id = gone.role_id`.execute(tx.db)
