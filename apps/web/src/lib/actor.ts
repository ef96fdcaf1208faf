import type { Event } from '@flagstaff/contract/events'

/** The actor of a change, by display name if the account has one. */
export const actorOf = ({ createdBy, createdByName }: Pick<Event, 'createdBy' | 'createdByName'>): string =>
  createdByName || createdBy
