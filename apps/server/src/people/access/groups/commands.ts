import { CreateGroup } from '@flagstaff/contract/groups'
import { RowId } from '@flagstaff/contract/schema'
import Type, { type Static } from 'typebox'
import { AppError, invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { lockUsers } from '../members/change-queries.ts'
import { OWNER } from '../members/rules.ts'
import { requireRootRole } from '../roles/root-role.ts'
import { groupCreated, groupDeleted, groupUpdated, scimGroupsDeleted } from './events.ts'
import {
  insertMembers,
  listAccessOf,
  listOwnedAlone,
  removeMembers,
  restoreAccess,
} from './member-queries.ts'
import {
  type GroupRecord,
  insertGroup,
  lockGroup,
  lockScimGroups,
  removeGroup,
  replaceGroup,
} from './queries.ts'
import { acceptText, checkKeptElsewhere, difference } from './rules.ts'

const Fields = Type.Object({
  name: CreateGroup.properties.name,
  description: CreateGroup.properties.description,
  mappings: CreateGroup.properties.mappingsSSO,
  rootRole: CreateGroup.properties.rootRole,
  members: Type.Optional(
    Type.Array(Type.Object({ userId: RowId, origin: Type.Optional(Type.Enum(['hand', 'sso', 'scim'])) })),
  ),
})
type Members = Static<typeof Fields>['members']

const GroupId = Type.Object({ id: RowId })
const administration = { permission: 'ADMIN', scope: () => ({}) } as const

export const createGroup = command({
  ...administration,
  name: 'group.create',
  input: Type.Interface([Fields], {
    /** Set only when a deleted group is restored: its old ids and its project roles. */
    id: Type.Optional(RowId),
    scimId: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    access: Type.Optional(Type.Array(Type.Object({ project: Type.String(), roleId: RowId }))),
  }),
  async run(tx, { id, scimId, externalId, access = [], members, ...input }) {
    const text = acceptText({
      name: input.name,
      description: input.description ?? null,
      mappings: input.mappings ?? [],
    })
    const rootRole = await acceptRootRole(tx, input.rootRole ?? null)
    const group = await insertGroup(tx, { ...text, rootRole, id, scimId, externalId })
    if (!group) throw nameTaken('group', text.name)
    await join(tx, group, members ?? [])
    await restoreAccess(tx, group.id, access)
    const made = await lockExisting(tx, group)
    tx.record(groupCreated(made))
    return made
  },
  inverse: (_input, { id }): Order => deleteGroup.with({ id }),
})

export const updateGroup = command({
  ...administration,
  name: 'group.update',
  input: Type.Interface([Fields], GroupId.properties),
  load: lockExisting,
  async run(tx, { id, members, ...input }, before) {
    const text = acceptText({
      name: input.name,
      description: input.description === undefined ? before.description : input.description,
      mappings: input.mappings ?? before.mappings,
    })
    const wanted = (members ?? before.members).map(({ userId }) => userId)
    const { joining, leaving } = difference(before.members, wanted)
    checkKeptElsewhere(before, { name: text.name, joining, leaving })
    const rootRole = input.rootRole === undefined ? before.rootRole : await acceptRootRole(tx, input.rootRole)
    await join(
      tx,
      before,
      (members ?? []).filter(({ userId }) => joining.includes(userId)),
    )
    await removeMembers(tx, id, leaving)
    const group = await replaceGroup(tx, id, { ...text, rootRole, externalId: before.externalId })
    if (!group) throw nameTaken('group', text.name)
    tx.record(groupUpdated(before, group))
    return group
  },
  inverse: ({ id }, _result, { name, description, mappings, rootRole, members }): Order =>
    updateGroup.with({ id, name, description, mappings, rootRole, members }),
})

export const deleteGroup = command({
  ...administration,
  name: 'group.delete',
  input: GroupId,
  async load(tx, input) {
    const group = await lockExisting(tx, input)
    return { ...group, access: await listAccessOf(tx, group.id) }
  },
  async run(tx, { id }, group) {
    await checkOwnersStay(tx, [id])
    await removeGroup(tx, id)
    tx.record(groupDeleted(group))
  },
  inverse: ({ id }, _result, { scimId, externalId, ...before }): Order => {
    const { name, description, mappings, rootRole, members, access } = before
    return createGroup.with({
      ...{ id, name, description, mappings, rootRole, members, access },
      ...(scimId === null ? {} : { scimId }),
      ...(externalId === null ? {} : { externalId }),
    })
  },
})

export const deleteScimGroups = command({
  ...administration,
  name: 'group.deleteScim',
  input: Type.Object({}),
  async run(tx) {
    const groups = await lockScimGroups(tx)
    if (groups.length === 0) return
    await checkOwnersStay(
      tx,
      groups.map(({ id }) => id),
    )
    for (const group of groups) {
      await removeGroup(tx, group.id)
      tx.record(groupDeleted(group))
    }
    tx.record(scimGroupsDeleted(groups.map(({ name }) => name)))
  },
})

/** Refuses to delete groups that are the only owners of a project. */
async function checkOwnersStay(tx: Tx, groupIds: readonly number[]) {
  const orphaned = await listOwnedAlone(tx, groupIds, OWNER)
  if (orphaned.length > 0) throw new AppError('lastOwner', { name: orphaned.join(', ') })
}

async function lockExisting(tx: Tx, { id }: { id: number }): Promise<GroupRecord> {
  const group = await lockGroup(tx, id)
  if (!group) throw notFound('group', id)
  return group
}

const acceptRootRole = (tx: Tx, role: number | null) => (role === null ? null : requireRootRole(tx, role))

async function join(tx: Tx, { id }: { id: number }, members: NonNullable<Members>) {
  const known = await lockUsers(
    tx,
    members.map(({ userId }) => userId),
  )
  const missing = members.find(({ userId }) => !known.has(userId))
  if (missing) throw invalid(`There is no account with the ID ${missing.userId}.`, 'users')
  await insertMembers(
    tx,
    id,
    members.map(({ userId, origin = 'hand' }) => ({ userId, origin })),
  )
}
