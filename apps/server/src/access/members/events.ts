import type { NewEvent } from '../../platform/write.ts'
import type { Membership } from './rules.ts'

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

export const userRolesUpdated = (
  project: string,
  userId: number,
  before: readonly number[],
  roles: readonly number[],
): NewEvent => ({
  type: 'project-access-user-roles-updated',
  project,
  data: { userId, roles },
  preData: { userId, roles: before },
})

export const userRolesDeleted = (project: string, userId: number, roles: readonly number[]): NewEvent => ({
  type: 'project-access-user-roles-deleted',
  project,
  preData: { userId, roles },
})

const byRole = (members: readonly Membership[]) => ({
  roles: [...Map.groupBy(members, ({ roleId }) => roleId)]
    .map(([roleId, own]) => ({ roleId, users: own.map(({ userId }) => userId).sort((a, b) => a - b) }))
    .sort((a, b) => a.roleId - b.roleId),
})
