import type { Permission } from '@flagstaff/contract/permissions'
import type { PermissionReason } from '@flagstaff/contract/users'
import type { Scope } from '../platform/actor.ts'
import { type Grant, reaches } from './grants.ts'

/** A grant, and where it comes from. */
export type ExplainedGrant = Grant & { reason: PermissionReason }

/** Every way in which somebody holds a permission in a place; none where they do not. */
export function reasonsFor(
  grants: readonly ExplainedGrant[],
  permission: Permission,
  scope: Scope,
): PermissionReason[] {
  const counting = grants.filter(
    (grant) => grant.permission === 'ADMIN' || (grant.permission === permission && reaches(grant, scope)),
  )
  const distinct = new Map(counting.map(({ reason }) => [JSON.stringify(reason), reason]))
  return [...distinct.values()]
}
