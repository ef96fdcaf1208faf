import type { Permission } from '@flagstaff/contract/permissions'

/** A permission in a project and an environment. Empty, missing or `*` means in all of them. */
export type Grant = {
  permission: string
  project?: string | null | undefined
  environment?: string | null | undefined
}

export type Scope = { project?: string | null | undefined; environment?: string | null | undefined }

/** Whether the permission is held in exactly this scope. Administrators hold every permission. */
export const holds = (grants: readonly Grant[], permission: Permission, scope: Scope): boolean =>
  grants.some(
    (grant) => grant.permission === 'ADMIN' || (grant.permission === permission && reaches(grant, scope)),
  )

/** Whether a grant applies in a scope. */
export const reaches = (grant: Grant, { project, environment }: Scope): boolean =>
  covers(grant.project, project) && covers(grant.environment, environment)

const covers = (granted: string | null | undefined, wanted: string | null | undefined) =>
  !granted || granted === '*' || granted === wanted
