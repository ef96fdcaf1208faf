import type { FlagOwner } from '@flagstaff/contract/common'
import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'

export const ownerUpdated = (flag: Flag, before: FlagOwner | null, owner: FlagOwner | null): NewEvent => ({
  type: 'feature-owner-updated',
  ...about(flag),
  data: { owner },
  preData: { owner: before },
})
