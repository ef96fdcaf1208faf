import Type from 'typebox'
import { notFound } from '../../../platform/errors.ts'
import { ulid } from '../../../platform/ulid.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import {
  addScimMembers,
  createScimGroup as createGroup,
  deleteScimGroup as deleteGroup,
  removeScimMembers,
  setScimMembers,
  updateScimGroup,
} from '../../access/index.ts'
import { refuse } from '../protocol/errors.ts'
import type { Operation } from '../protocol/operations.ts'
import { listUserIds } from '../users/queries.ts'
import { Description, patchDescription } from './description.ts'
import { type MemberChange, membersIn } from './members.ts'
import { lockGroup } from './queries.ts'

const administration = { permission: 'ADMIN', scope: () => ({}) } as const
const ScimId = Type.Object({ id: Type.String() })
const Ids = Type.Array(Type.String())

/** Does not take over a group with the same name, since it may have roles not meant for the directory. */
export const createScimGroup = command({
  ...administration,
  name: 'scim.create-group',
  input: Type.Object({ description: Description, members: Ids }),
  async run(tx, { description, members }) {
    const id = ulid()
    const { displayName: name, externalId } = description
    const group = await createGroup(tx, { name, scimId: id, externalId })
    await setScimMembers(tx, group.id, await requireUsers(tx, members))
    return { id }
  },
})

/** Members stay unchanged if the request does not mention them. */
export const replaceScimGroup = command({
  ...administration,
  name: 'scim.replace-group',
  input: Type.Interface([ScimId], { description: Description, members: Type.Optional(Ids) }),
  load: lockExisting,
  async run(tx, { description, members }, { groupId }) {
    await describe(tx, groupId, description)
    if (members) await setScimMembers(tx, groupId, await requireUsers(tx, members))
  },
})

export const patchScimGroup = command({
  ...administration,
  name: 'scim.patch-group',
  input: Type.Interface([ScimId], { operations: Type.Unsafe<Operation[]>(Type.Array(Type.Unknown())) }),
  load: lockExisting,
  async run(tx, { operations }, before) {
    const { members, others } = membersIn(operations)
    if (others.length > 0) await describe(tx, before.groupId, await patchDescription(before, others))
    await changeMembers(tx, before.groupId, members)
  },
})

export const deleteScimGroup = command({
  ...administration,
  name: 'scim.delete-group',
  input: ScimId,
  load: lockExisting,
  run: (tx, _input, { groupId }) => deleteGroup(tx, groupId),
})

const describe = (tx: Tx, groupId: number, { displayName: name, externalId }: Description) =>
  updateScimGroup(tx, groupId, { name, externalId })

async function changeMembers(tx: Tx, groupId: number, { replaces, joining, leaving }: MemberChange) {
  const wanted = await requireUsers(tx, [...joining])
  if (replaces) return setScimMembers(tx, groupId, wanted)
  if (wanted.length > 0) await addScimMembers(tx, groupId, wanted)
  // Unknown users cannot be members, so only known ones are removed.
  if (leaving.size > 0)
    await removeScimMembers(tx, groupId, [...(await listUserIds(tx, [...leaving])).values()])
}

async function requireUsers(tx: Tx, ids: readonly string[]): Promise<number[]> {
  const known = await listUserIds(tx, ids)
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw refuse('invalidValue', `There is no account with the ID ${unknown}.`)
  return [...known.values()]
}

async function lockExisting(tx: Tx, { id }: { id: string }) {
  const group = await lockGroup(tx, id)
  if (!group) throw notFound('group', id)
  return group
}
