import type { Group } from '@flagstaff/contract/accounts'
import type { GroupItem } from '@flagstaff/contract/users'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../../platform/write/actor.ts'

type Row = {
  id: number
  name: string
  description: string | null
  mappings: string[]
  root_role: number | null
  scim_id: string | null
  created_by: string
  created_at: Date
  version: number
  users: { joinedAt: string; createdBy: string; user: { id: number; email: string | null } }[]
  projects: string[]
}

export async function listGroups(db: Reader, viewer: Viewer): Promise<Group[]> {
  return (await rowsOf(db, sql<Row>`${selectGroups(viewer)} order by lower(g.name)`)).map(toGroup)
}

export async function findGroup(db: Reader, viewer: Viewer, id: number): Promise<Group | undefined> {
  const [row] = await rowsOf(db, sql<Row>`${selectGroups(viewer)} where g.id = ${id}`)
  return row && toGroup(row)
}

/** Groups with their members, and with those of their projects that the viewer can see. */
const selectGroups = (viewer: Viewer) => {
  const seen = confinedTo(viewer)
  return sql`
    select g.*,
      (select coalesce(json_agg(json_build_object('joinedAt', m.joined_at, 'createdBy', m.created_by,
          'user', json_build_object('id', u.id, 'name', u.name, 'username', u.username, 'email', u.email))
          order by u.id), '[]')
       from group_members m join users u on u.id = m.user_id and u.deleted_at is null
       where m.group_id = g.id) as users,
      array(select distinct p.project from project_groups p
       where p.group_id = g.id and (${seen}::text[] is null or p.project = any(${seen}))
       order by p.project) as projects
    from groups g`
}

const toGroup = (row: Row): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  mappingsSSO: row.mappings,
  rootRole: row.root_role,
  scimId: row.scim_id,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  users: row.users.map(({ joinedAt, createdBy, user: { email, ...user } }) => ({
    joinedAt: new Date(joinedAt).toISOString(),
    createdBy,
    user: { ...user, ...(email === null ? {} : { email }) },
  })),
  userCount: row.users.length,
  projects: row.projects,
  objectVersion: row.version,
})

/** Groups with their member counts, for pickers. */
export const listGroupNames = (db: Reader): Promise<Group[]> =>
  rowsOf(
    db,
    sql<Group>`
    select g.id, g.name, g.description, count(u.id) as "userCount"
    from groups g
    left join group_members m on m.group_id = g.id
    left join users u on u.id = m.user_id and u.deleted_at is null
    group by g.id order by lower(g.name)`,
  )

export const listGroupsOfUser = (db: Reader, userId: number): Promise<GroupItem[]> =>
  db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name', 'g.description', 'g.root_role as rootRole', 'g.scim_id as scimId'])
    .where('m.user_id', '=', userId)
    .orderBy('g.name')
    .execute()
