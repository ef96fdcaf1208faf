import type { Permission } from '@flagstaff/contract/permissions'
import type { PermissionReason } from '@flagstaff/contract/users'
import { holds } from '@flagstaff/rules/permissions'
import type { Scope } from '../../platform/write/actor.ts'
import { type Grant, widen } from './grants.ts'

/** A grant with the role it comes from. */
export type ExplainedGrant = Grant & { reason: PermissionReason }

/** All reasons why an account has a permission in a scope; empty if it does not have it. */
export function reasonsFor(
  grants: readonly ExplainedGrant[],
  permission: Permission,
  scope: Scope,
): PermissionReason[] {
  const counting = grants.filter((grant) => holds([widen(grant)], permission, scope))
  const distinct = new Map(counting.map(({ reason }) => [JSON.stringify(reason), reason]))
  return [...distinct.values()]
}
