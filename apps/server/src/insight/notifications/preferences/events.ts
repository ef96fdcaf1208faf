import type { NewEvent } from '../../../platform/write/write.ts'
import type { Preference } from './queries.ts'

export const preferencesUpdated = (
  userId: number,
  before: readonly Preference[],
  after: readonly Preference[],
): NewEvent => ({
  type: 'user-preference-updated',
  preData: { id: userId, preferences: before },
  data: { id: userId, preferences: after },
})
