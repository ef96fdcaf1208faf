import { AppError, forbidden } from '../../../platform/errors.ts'

export const OWNER = 4
const DEFAULT_PROJECT = 'default'

/** A person or a group with a role in a project. */
export type Holder = { kind: 'user' | 'group'; id: number }
export type Membership = Holder & { roleId: number }

export const isSame = (one: Holder, other: Holder): boolean => one.kind === other.kind && one.id === other.id

export const without = (from: readonly Membership[], these: readonly Membership[]): Membership[] =>
  from.filter((one) => !these.some((other) => isSame(one, other) && other.roleId === one.roleId))

export const distinct = (members: readonly Membership[]): Membership[] => [
  ...new Map(members.map((one) => [`${one.kind} ${one.id} ${one.roleId}`, one])).values(),
]

export const rolesOf = (members: readonly Membership[], holder: Holder): number[] =>
  members.filter((member) => isSame(member, holder)).map(({ roleId }) => roleId)

export const idsOf = (members: readonly Membership[], kind: Holder['kind']): number[] => [
  ...new Set(members.filter((member) => member.kind === kind).map(({ id }) => id)),
]

/** Only administrators and owners can assign roles that they do not hold in the project themselves. */
export function checkGrant(
  giver: { isAdmin: boolean; roles: readonly number[] },
  given: readonly Membership[],
) {
  if (giver.isAdmin || giver.roles.includes(OWNER)) return
  if (given.every(({ roleId }) => giver.roles.includes(roleId))) return
  throw forbidden('You can only assign roles that you hold in the project yourself. Ask a project owner.')
}

/** Refuses to remove the last owner; a group counts as an owner. */
export function checkOwnerStays(
  project: string,
  before: readonly Membership[],
  after: readonly Membership[],
) {
  const isOwned = (members: readonly Membership[]) => members.some(({ roleId }) => roleId === OWNER)
  if (project === DEFAULT_PROJECT || !isOwned(before) || isOwned(after)) return
  throw new AppError('lastOwner', { name: project })
}
