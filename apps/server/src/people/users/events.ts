import type { User } from '@flagstaff/contract/accounts'
import type { NewEvent } from '../../platform/write/write.ts'

const described = ({ id, username, email, name, rootRole }: User) => ({ id, username, email, name, rootRole })

export const userCreated = (user: User): NewEvent => ({ type: 'user-created', data: described(user) })

export const userUpdated = (before: User, user: User): NewEvent => ({
  type: 'user-updated',
  data: described(user),
  preData: described(before),
})

export const userDeleted = (user: User): NewEvent => ({ type: 'user-deleted', preData: described(user) })

/** Records that a password was changed and whose, never the password. */
export const passwordChanged = (user: User, tokensDeleted: boolean): NewEvent => ({
  type: 'user-updated',
  data: {
    ...described(user),
    passwordChanged: true,
    ...(tokensDeleted ? { personalTokensDeleted: true } : {}),
  },
  preData: described(user),
})

export const passwordLinkCreated = (user: User): NewEvent => ({
  type: 'user-updated',
  data: { ...described(user), passwordLinkCreated: true },
  preData: described(user),
})

type Identity = { protocol: string | null; issuer: string; subject: string }

const identified = ({ protocol, issuer, subject }: Identity) => ({
  identity: { protocol, issuer, subject },
})

export const identityUpdated = (user: User, before: Identity, after: Identity): NewEvent => ({
  type: 'user-updated',
  data: { ...described(user), ...identified(after) },
  preData: { ...described(user), ...identified(before) },
})

export const scimUsersDeleted = (ids: readonly number[]): NewEvent => ({
  type: 'scim-users-deleted',
  preData: { ids },
})

export const accessRequested = (request: { id: string; email: string }): NewEvent => ({
  type: 'user-access-request-registered',
  data: request,
})

export const accessApproved = (request: { id: string; email: string }, userId: number): NewEvent => ({
  type: 'user-access-request-approved',
  data: { ...request, userId },
})

export const accessRejected = (request: { id: string; email: string }): NewEvent => ({
  type: 'user-access-request-rejected',
  preData: request,
})
