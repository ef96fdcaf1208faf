import type { Event } from '@flagstaff/contract/events'

/** Who made a change, by display name where the account has one. */
export const actorOf = ({ createdBy, createdByName }: Pick<Event, 'createdBy' | 'createdByName'>): string =>
  createdByName || createdBy
