import { AppError, forbidden } from '../../platform/errors.ts'

export const OWNER = 4
const DEFAULT_PROJECT = 'default'

/** A person in a role. */
export type Membership = { userId: number; roleId: number }

export const without = (from: readonly Membership[], these: readonly Membership[]): Membership[] =>
  from.filter((one) => !these.some((other) => other.userId === one.userId && other.roleId === one.roleId))

/** Nobody but administrators and owners may give away more than they hold in the project themselves. */
export function checkGrant(
  giver: { isAdmin: boolean; roles: readonly number[] },
  given: readonly Membership[],
) {
  if (giver.isAdmin || giver.roles.includes(OWNER)) return
  if (given.every(({ roleId }) => giver.roles.includes(roleId))) return
  throw forbidden('You may only give roles that you hold in the project yourself. Ask one of its owners.')
}

export function checkOwnerStays(
  project: string,
  before: readonly Membership[],
  after: readonly Membership[],
) {
  const isOwned = (members: readonly Membership[]) => members.some(({ roleId }) => roleId === OWNER)
  if (project === DEFAULT_PROJECT || !isOwned(before) || isOwned(after)) return
  throw new AppError('lastOwner', { name: project })
}
