import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Tx } from '../../platform/write.ts'
import type { GroupText, Member } from './rules.ts'

/** A group while it is being changed. */
export type GroupRecord = {
  id: number
  name: string
  description: string | null
  rootRole: number | null
  mappings: string[]
  scimId: string | null
  externalId: string | null
  createdBy: string
  createdAt: Date
  objectVersion: number
  members: Member[]
}

export type GroupFields = GroupText & { rootRole: number | null }
type NewGroup = GroupFields & {
  /** Only where a group comes back that was there before. */
  id?: number | undefined
  scimId?: string | null | undefined
  externalId?: string | null | undefined
}

/** Undefined when the name is taken. */
export async function insertGroup(tx: Tx, group: NewGroup): Promise<GroupRecord | undefined> {
  const row = await tx.db
    .insertInto('groups')
    .values({
      ...toColumns(group),
      ...(group.id === undefined ? {} : { id: group.id }),
      scim_id: group.scimId ?? null,
      external_id: group.externalId ?? null,
      created_by: tx.actor.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toRecord(row, [])
}

/** Holds the group with its members, so that nobody joins, leaves or gives it a role meanwhile. */
export async function lockGroup(tx: Tx, id: number): Promise<GroupRecord | undefined> {
  const row = await tx.db.selectFrom('groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toRecord(row, await listMembers(tx, id))
}

export async function lockScimGroups(tx: Tx): Promise<GroupRecord[]> {
  const rows = await tx.db
    .selectFrom('groups')
    .selectAll()
    .where('scim_id', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const groups: GroupRecord[] = []
  for (const row of rows) groups.push(toRecord(row, await listMembers(tx, row.id)))
  return groups
}

/** Undefined when the name is taken by another group. */
export async function replaceGroup(
  tx: Tx,
  id: number,
  fields: GroupFields & { externalId: string | null },
): Promise<GroupRecord | undefined> {
  const row = await tx.db
    .updateTable('groups')
    .set((eb) => ({
      ...toColumns(fields),
      external_id: fields.externalId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from groups other
        where lower(other.name) = lower(${fields.name}) and other.id <> ${id})`,
    )
    .returningAll()
    .executeTakeFirst()
  return row && toRecord(row, await listMembers(tx, id))
}

/** Its memberships and its roles in projects go with it. */
export const removeGroup = (tx: Tx, id: number) => tx.db.deleteFrom('groups').where('id', '=', id).execute()

async function listMembers(tx: Tx, id: number): Promise<Member[]> {
  const rows = await tx.db
    .selectFrom('group_members')
    .select(['user_id', 'origin'])
    .where('group_id', '=', id)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id, origin }) => ({ userId: user_id, origin }))
}

const toColumns = ({ name, description, rootRole, mappings }: GroupFields) => ({
  name,
  description,
  root_role: rootRole,
  mappings: [...mappings],
})

const toRecord = (row: Selectable<Tables['groups']>, members: Member[]): GroupRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rootRole: row.root_role,
  mappings: row.mappings,
  scimId: row.scim_id,
  externalId: row.external_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  objectVersion: row.version,
  members,
})
