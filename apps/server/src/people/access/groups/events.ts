import type { NewEvent } from '../../../platform/write/write.ts'
import type { GroupRecord } from './queries.ts'

/** A group as the event log stores it. */
const described = ({ id, name, description, rootRole, mappings, members }: GroupRecord) => ({
  id,
  name,
  description,
  rootRole,
  mappingsSSO: mappings,
  users: members.map(({ userId }) => userId),
})

export const groupCreated = (group: GroupRecord): NewEvent => ({
  type: 'group-created',
  data: described(group),
})

export const groupUpdated = (before: GroupRecord, group: GroupRecord): NewEvent => ({
  type: 'group-updated',
  data: described(group),
  preData: described(before),
})

export const groupDeleted = (group: GroupRecord): NewEvent => ({
  type: 'group-deleted',
  preData: described(group),
})

type Named = { id: number; name: string }

export const memberAdded = ({ id, name }: Named, userId: number): NewEvent => ({
  type: 'group-user-added',
  data: { id, name, userId },
})

export const memberRemoved = ({ id, name }: Named, userId: number): NewEvent => ({
  type: 'group-user-removed',
  preData: { id, name, userId },
})

export const scimGroupsDeleted = (names: readonly string[]): NewEvent => ({
  type: 'scim-groups-deleted',
  data: { groups: names },
})
