import type { User } from '@flagstaff/contract/accounts'
import type { NewEvent } from '../../../platform/write/write.ts'
import type { Invitation } from './queries.ts'

/** Does not contain the secret or its digest. */
const described = ({ id, name, enabled, expiresAt }: Invitation) => ({ id, name, enabled, expiresAt })

export const invitationCreated = (link: Invitation): NewEvent => ({
  type: 'public-signup-token-created',
  data: described(link),
})

export const invitationUpdated = (before: Invitation, link: Invitation): NewEvent => ({
  type: 'public-signup-token-updated',
  data: described(link),
  preData: described(before),
})

export const invitationUsed = (link: Invitation, user: User): NewEvent => ({
  type: 'public-signup-token-user-added',
  data: { ...described(link), userId: user.id },
})
