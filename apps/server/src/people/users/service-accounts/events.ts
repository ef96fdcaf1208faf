import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import type { Pat } from '@flagstaff/contract/tokens'
import type { NewEvent } from '../../../platform/write/write.ts'

const described = ({ id, username, name, rootRole }: ServiceAccount) => ({ id, username, name, rootRole })

const token = ({ id, description, expiresAt, proposeOnly }: Pat, account: ServiceAccount) => ({
  id,
  description,
  expiresAt,
  ...(proposeOnly ? { proposeOnly } : {}),
  userId: account.id,
  serviceAccount: account.username,
})

export const serviceAccountCreated = (account: ServiceAccount): NewEvent => ({
  type: 'service-account-created',
  data: described(account),
})

export const serviceAccountUpdated = (before: ServiceAccount, account: ServiceAccount): NewEvent => ({
  type: 'service-account-updated',
  data: described(account),
  preData: described(before),
})

export const serviceAccountDeleted = (account: ServiceAccount): NewEvent => ({
  type: 'service-account-deleted',
  preData: described(account),
})

export const serviceTokenCreated = (pat: Pat, account: ServiceAccount): NewEvent => ({
  type: 'service-account-token-created',
  data: token(pat, account),
})

export const serviceTokenDeleted = (pat: Pat, account: ServiceAccount): NewEvent => ({
  type: 'service-account-token-deleted',
  preData: token(pat, account),
})
