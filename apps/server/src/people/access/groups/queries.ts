import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { GroupText, Member } from './rules.ts'

/** A group that is locked for a change. */
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
  /** Set only when a deleted group is restored. */
  id?: number | undefined
  scimId?: string | null | undefined
  externalId?: string | null | undefined
}

/** Returns undefined if the name is taken. */
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

/** Locks the group with its members, so that no other request changes its members or roles. */
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

/** Returns undefined if another group has the name. */
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

/** Cascades to its memberships and project roles. */
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
