import { nameTaken, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { groupCreated, groupDeleted, groupUpdated, memberAdded, memberRemoved } from './events.ts'
import { insertMembers, removeMembers } from './member-queries.ts'
import { type GroupRecord, insertGroup, lockGroup, removeGroup, replaceGroup } from './queries.ts'
import { acceptText, difference } from './rules.ts'

// Groups provisioned by SCIM. Their names and members cannot be changed by hand.

export async function createScimGroup(
  tx: Tx,
  group: { name: string; scimId: string; externalId: string | null },
): Promise<GroupRecord> {
  const text = acceptText({ name: group.name, description: null, mappings: [] })
  const { scimId, externalId } = group
  const made = await insertGroup(tx, { ...text, rootRole: null, scimId, externalId })
  if (!made) throw nameTaken('group', text.name)
  tx.record(groupCreated(made))
  return made
}

export async function updateScimGroup(
  tx: Tx,
  id: number,
  change: { name: string; externalId: string | null },
): Promise<GroupRecord> {
  const before = await lockExisting(tx, id)
  const text = acceptText({ ...before, name: change.name })
  const group = await replaceGroup(tx, id, { ...before, ...text, externalId: change.externalId })
  if (!group) throw nameTaken('group', text.name)
  tx.record(groupUpdated(before, group))
  return group
}

/** Deletes even the last owner of a project: a directory cannot be refused, and an admin can name a new owner. */
export async function deleteScimGroup(tx: Tx, id: number): Promise<void> {
  const group = await lockExisting(tx, id)
  await removeGroup(tx, id)
  tx.record(groupDeleted(group))
}

/** Replaces the members with these accounts, which must exist. */
export async function setScimMembers(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
  const group = await lockExisting(tx, id)
  const { joining, leaving } = difference(group.members, userIds)
  await change(tx, group, { joining, leaving })
}

export async function addScimMembers(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
  const group = await lockExisting(tx, id)
  const present = group.members.map(({ userId }) => userId)
  await change(tx, group, difference(group.members, [...present, ...userIds]))
}

export async function removeScimMembers(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
  const group = await lockExisting(tx, id)
  const leaving = group.members.map(({ userId }) => userId).filter((userId) => userIds.includes(userId))
  await change(tx, group, { joining: [], leaving })
}

async function change(
  tx: Tx,
  group: GroupRecord,
  { joining, leaving }: { joining: readonly number[]; leaving: readonly number[] },
): Promise<void> {
  await insertMembers(
    tx,
    group.id,
    joining.map((userId) => ({ userId, origin: 'scim' })),
  )
  await removeMembers(tx, group.id, leaving)
  for (const userId of joining) tx.record(memberAdded(group, userId))
  for (const userId of leaving) tx.record(memberRemoved(group, userId))
}

async function lockExisting(tx: Tx, id: number): Promise<GroupRecord> {
  const group = await lockGroup(tx, id)
  if (!group) throw notFound('group', id)
  return group
}
