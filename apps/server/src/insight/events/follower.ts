import { follower } from '../../platform/background/follower.ts'
import { countDays } from './day-queries.ts'

/** Counts changes by project and day, so that activity charts do not need to read the log. */
export const countActivity = follower('insight/events', 'activity', ({ db }, events) => countDays(db, events))
