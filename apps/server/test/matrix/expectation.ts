import type { Place } from './operations.ts'

/** Whether a caller passes the permission check, is refused, or gets a 404 because the project is hidden. */
export type Verdict = 'allowed' | 'refused' | 'hidden'

/** A permission in one environment, or in all. */
export type Power = { permission: string; environment?: string }

/** A kind of caller, with its permissions according to the contract. */
export type Principal = {
  name: string
  headers: Record<string, string>
  kind: 'nobody' | 'account' | 'backend token' | 'frontend token' | 'SCIM token'
  everything?: true
  /** Its token can only propose changes. */
  proposeOnly?: true
  /** Root permissions. */
  root?: readonly string[]
  /** Permissions in single projects. */
  projects?: Readonly<Record<string, readonly Power[]>>
  /** Private projects that it can see. */
  sees?: readonly string[]
}

/** What the permission column of the contract means for a caller in a place. */
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
  if (names('backend token', 'frontend token', 'SCIM token', 'signal endpoint token'))
    return wanted.includes(principal.kind) ? 'allowed' : 'refused'
  if (principal.kind !== 'account') return 'refused'
  const hides = place.project !== undefined && privateProjects.includes(place.project)
  if (hides && !principal.everything && !principal.sees?.includes(place.project ?? '')) return 'hidden'
  if (principal.everything || names('authenticated', 'NONE', 'session')) return 'allowed'
  return wanted.some((permission) => holds(principal, permission, place)) ? 'allowed' : 'refused'
}

/** Without a project or environment in the path, holding the permission anywhere is enough to pass this check. */
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
