import type { NewEvent } from '../../../platform/write/write.ts'
import type { RoleRecord } from './change-queries.ts'

/** A role as the event log stores it, with all its permissions. */
const described = ({ id, name, description, type, permissions }: RoleRecord) => ({
  id,
  name,
  description,
  type,
  permissions: permissions.map(({ permission, environment }) => ({
    name: permission,
    ...(environment ? { environment } : {}),
  })),
})

export const roleCreated = (role: RoleRecord): NewEvent => ({ type: 'role-created', data: described(role) })

export const roleUpdated = (before: RoleRecord, role: RoleRecord): NewEvent => ({
  type: 'role-updated',
  data: described(role),
  preData: described(before),
})

export const roleDeleted = (role: RoleRecord): NewEvent => ({
  type: 'role-deleted',
  preData: described(role),
})
