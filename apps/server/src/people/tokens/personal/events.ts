import type { Pat } from '@flagstaff/contract/tokens'
import type { NewEvent } from '../../../platform/write/write.ts'

const described = ({ id, userId, description, expiresAt, proposeOnly }: Pat) => ({
  id,
  userId,
  description,
  expiresAt,
  ...(proposeOnly ? { proposeOnly } : {}),
})

export const personalTokenCreated = (token: Pat): NewEvent => ({
  type: 'pat-created',
  data: described(token),
})

export const personalTokenDeleted = (token: Pat): NewEvent => ({
  type: 'pat-deleted',
  preData: described(token),
})
