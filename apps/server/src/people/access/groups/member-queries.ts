import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import type { Member } from './rules.ts'

export async function insertMembers(tx: Tx, groupId: number, members: readonly Member[]) {
  if (members.length === 0) return
  await tx.db
    .insertInto('group_members')
    .values(
      members.map(({ userId, origin }) => ({
        group_id: groupId,
        user_id: userId,
        origin,
        created_by: tx.actor.name,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removeMembers = (tx: Tx, groupId: number, userIds: readonly number[]) =>
  sql`delete from group_members where group_id = ${groupId} and user_id = any(${userIds}::int[])`.execute(
    tx.db,
  )

type Named = { id: number; name: string }

/** Locks the groups that are mapped to one of these SSO group names. */
export async function lockMappedGroups(tx: Tx, names: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name from groups where mappings && ${names}::text[] and scim_id is null
    order by id for key share`.execute(tx.db)
  return rows
}

/** The groups of an account, with the origin of each membership (by hand, SSO or SCIM). */
export async function listMemberships(tx: Tx, userId: number) {
  return tx.db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name', 'm.origin'])
    .where('m.user_id', '=', userId)
    .orderBy('g.id')
    .execute()
}

type Access = { project: string; roleId: number }

/** The project roles of a group. */
export async function listAccessOf(tx: Tx, groupId: number): Promise<Access[]> {
  return tx.db
    .selectFrom('project_groups')
    .select(['project', 'role_id as roleId'])
    .where('group_id', '=', groupId)
    .orderBy('project')
    .orderBy('role_id')
    .execute()
}

/** Restores project roles, skipping projects and roles that no longer exist. */
export const restoreAccess = (tx: Tx, groupId: number, access: readonly Access[]) =>
  sql`insert into project_groups (project, group_id, role_id)
    select p.id, ${groupId}, r.id
    from unnest(${access.map(({ project }) => project)}::text[], ${access.map(({ roleId }) => roleId)}::int[])
      as before(project, role_id)
    join projects p on p.id = before.project
    join roles r on r.id = before.role_id`.execute(tx.db)

/** Projects that have no owner other than these groups. */
export async function listOwnedAlone(tx: Tx, groupIds: readonly number[], owner: number): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`
    select distinct p.project from project_groups p
    where p.group_id = any(${groupIds}::int[]) and p.role_id = ${owner} and p.project <> 'default'
      and not exists (select from project_groups o
        where o.project = p.project and o.role_id = ${owner} and o.group_id <> all(${groupIds}::int[]))
      and not exists (select from project_members m where m.project = p.project and m.role_id = ${owner})
    order by p.project`.execute(tx.db)
  return rows.map((row) => row.project)
}
