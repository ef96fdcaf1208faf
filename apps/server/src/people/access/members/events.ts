import type { NewEvent } from '../../../platform/write/write.ts'
import { type Holder, idsOf, type Membership } from './rules.ts'

export const accessAdded = (project: string, added: readonly Membership[]): NewEvent => ({
  type: 'project-access-added',
  project,
  data: byRole(added),
})

export const accessUpdated = (
  project: string,
  before: readonly Membership[],
  after: readonly Membership[],
): NewEvent => ({
  type: 'project-access-updated',
  project,
  data: byRole(after),
  preData: byRole(before),
})

type Change = { holder: Holder; before: readonly number[]; roles: readonly number[] }

export const rolesUpdated = (project: string, { holder, before, roles }: Change): NewEvent => ({
  type: holder.kind === 'user' ? 'project-access-user-roles-updated' : 'project-access-group-roles-updated',
  project,
  data: { ...keyOf(holder), roles },
  preData: { ...keyOf(holder), roles: before },
})

export const rolesDeleted = (project: string, holder: Holder, roles: readonly number[]): NewEvent => ({
  type: holder.kind === 'user' ? 'project-access-user-roles-deleted' : 'project-access-group-roles-deleted',
  project,
  preData: { ...keyOf(holder), roles },
})

const keyOf = ({ kind, id }: Holder) => (kind === 'user' ? { userId: id } : { groupId: id })

const byRole = (members: readonly Membership[]) => ({
  roles: [...Map.groupBy(members, ({ roleId }) => roleId)]
    .map(([roleId, own]) => ({ roleId, users: ascending(own, 'user'), groups: ascending(own, 'group') }))
    .sort((a, b) => a.roleId - b.roleId),
})

const ascending = (members: readonly Membership[], kind: Holder['kind']) =>
  idsOf(members, kind).sort((a, b) => a - b)
