import type { Place } from './operations.ts'

/** Whether a caller gets past the permission check, is refused, or is told that there is no such project. */
export type Verdict = 'allowed' | 'refused' | 'hidden'

/** A permission in one environment, or in all. */
export type Power = { permission: string; environment?: string }

/** A kind of caller, as the contract sees it. */
export type Principal = {
  name: string
  headers: Record<string, string>
  kind: 'nobody' | 'account' | 'backend token' | 'frontend token' | 'SCIM token'
  everything?: true
  /** Root permissions. */
  root?: readonly string[]
  /** What it may do in single projects. */
  projects?: Readonly<Record<string, readonly Power[]>>
  /** Private projects it sees. */
  sees?: readonly string[]
}

/** What the permission column of the contract means for a caller at a place. */
export function expectation(
  principal: Principal,
  column: string,
  place: Place,
  privateProjects: readonly string[],
): Verdict {
  const wanted = column
    .replace(/ \(.*\)/, '')
    .replace(/\?$/, '')
    .split('|')
  const names = (...any: string[]) => wanted.some((one) => any.includes(one))
  if (names('public')) return 'allowed'
  if (names('backend token', 'frontend token', 'SCIM token'))
    return wanted.includes(principal.kind) ? 'allowed' : 'refused'
  if (principal.kind !== 'account') return 'refused'
  const hides = place.project !== undefined && privateProjects.includes(place.project)
  if (hides && !principal.everything && !principal.sees?.includes(place.project ?? '')) return 'hidden'
  if (principal.everything || names('authenticated', 'NONE', 'session')) return 'allowed'
  return wanted.some((permission) => holds(principal, permission, place)) ? 'allowed' : 'refused'
}

/** A path that names no project or environment is judged by its object: holding it somewhere is enough to go on. */
function holds({ root = [], projects = {} }: Principal, permission: string, place: Place): boolean {
  if (root.includes(permission)) return true
  return Object.entries(projects).some(
    ([project, powers]) =>
      (place.project === undefined || place.project === project) &&
      powers.some(
        (power) =>
          power.permission === permission &&
          (power.environment === undefined ||
            place.environment === undefined ||
            power.environment === place.environment),
      ),
  )
}
