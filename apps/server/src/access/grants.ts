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
    holds: (permission, scope) => search(permission, (grant) => reaches(grant, scope)),
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

/** Whether a grant counts in a place; what is granted for the whole instance counts wherever somebody is. */
export const reaches = (grant: Grant, { project, environment }: Scope): boolean =>
  (grant.project === '' || grant.permission in rootPermissions || grant.project === project) &&
  (grant.environment === '' || grant.environment === '*' || grant.environment === environment)
