import { type Permission, rootPermissions } from '@flagstaff/contract/permissions'
import { reaches } from '@flagstaff/rules/permissions'
import type { Scope } from '../../platform/write/actor.ts'

/** A permission in one project (empty: in all) and one environment (empty or `*`: in all). */
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
  for (const grant of list.map(widen))
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

/** Root permissions apply in every project, also if a project role has them. */
export const widen = <G extends Grant>(grant: G): G =>
  grant.permission in rootPermissions ? { ...grant, project: '' } : grant
