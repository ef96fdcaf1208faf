import type { GroupWithProjectRole, ProjectRole, UserWithProjectRole } from '@flagstaff/contract/access'
import type { Role } from '@flagstaff/contract/accounts'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { confinedTo, sees, type Viewer } from '../../../platform/write/actor.ts'

export async function isProject(db: Reader, viewer: Viewer, id: string): Promise<boolean> {
  if (!sees(viewer, id)) return false
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Accounts with a role in the project that is assigned directly, not through a group. */
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

type GroupRow = {
  id: number
  name: string
  description: string | null
  roles: number[]
  added_at: Date
  users: { user: { id: number; name: string | null; email: string | null } }[]
}

/** Groups with a role in the project, including their members. */
export async function listMemberGroups(db: Reader, project: string): Promise<GroupWithProjectRole[]> {
  const rows = await rowsOf(
    db,
    sql<GroupRow>`
    select g.id, g.name, g.description,
      array_agg(p.role_id order by p.role_id) as roles, min(p.added_at) as added_at,
      (select coalesce(json_agg(json_build_object('user', json_build_object('id', u.id,
          'name', coalesce(u.name, u.username), 'email', u.email)) order by u.id), '[]')
       from group_members m join users u on u.id = m.user_id and u.deleted_at is null
       where m.group_id = g.id) as users
    from project_groups p join groups g on g.id = p.group_id
    where p.project = ${project}
    group by g.id order by lower(g.name)`,
  )
  return rows.map(({ id, name, description, roles, added_at, users }) => ({
    id,
    name,
    description,
    roles,
    addedAt: added_at.toISOString(),
    users: users.map(({ user: { email, ...user } }) => ({
      user: { ...user, ...(email === null ? {} : { email }) },
    })),
    ...(roles[0] === undefined ? {} : { roleId: roles[0] }),
  }))
}

/** The roles that can be assigned in a project. */
export const listProjectRoles = (db: Reader): Promise<Role[]> =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'type'])
    .where('type', 'in', ['project', 'custom'])
    .orderBy('id')
    .execute()

/** The projects a role is used in, with the number of its holders. */
export async function listRoleUse(db: Reader, viewer: Viewer, role: number): Promise<ProjectRole[]> {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<ProjectRole>`
    select h.project, ${role}::int as role, count(h.group_id) as "groupCount",
      count(*) filter (where not h.is_service) as "userCount",
      count(*) filter (where h.is_service) as "serviceAccountCount"
    from (
      select m.project, null::int as group_id, u.is_service
      from project_members m join users u on u.id = m.user_id and u.deleted_at is null where m.role_id = ${role}
      union all
      select p.project, p.group_id, null from project_groups p where p.role_id = ${role}
    ) h
    where ${seen}::text[] is null or h.project = any(${seen})
    group by h.project order by h.project`,
  )
}

export async function isRole(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
