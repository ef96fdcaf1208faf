import { type Permission, rootPermissions } from '@flagstaff/contract/permissions'
import type { Scope } from '../platform/actor.ts'

/** A permission, for one project or (empty) everywhere, in one environment or (empty, `*`) in all. */
export type Grant = { permission: Permission; project: string; environment: string }

export type Grants = {
  readonly isAdmin: boolean
  holds(permission: Permission, scope: Scope): boolean
  holdsAnywhere(permission: Permission, scope: Scope): boolean
  list(): readonly Grant[]
}

export function grantsOf(list: readonly Grant[]): Grants {
  const isAdmin = list.some((grant) => grant.permission === 'ADMIN')
  const byPermission = new Map<Permission, Grant[]>()
  for (const grant of list)
    byPermission.set(grant.permission, [...(byPermission.get(grant.permission) ?? []), grant])
  const search = (permission: Permission, matches: (grant: Grant) => boolean) =>
    isAdmin || (byPermission.get(permission)?.some(matches) ?? false)
  return {
    isAdmin,
    list: () => list,
    holds: (permission, { project, environment }) =>
      search(
        permission,
        (grant) =>
          (grant.project === '' || permission in rootPermissions || grant.project === project) &&
          (grant.environment === '' || grant.environment === '*' || grant.environment === environment),
      ),
    holdsAnywhere: (permission, { project, environment }) =>
      search(
        permission,
        (grant) =>
          (grant.project === '' || !project || grant.project === project) &&
          (grant.environment === '' ||
            grant.environment === '*' ||
            !environment ||
            grant.environment === environment),
      ),
  }
}

/** Root roles whose holders see private projects too. */
export const SEES_ALL = new Set([1, 2])
