import type { Db } from '../platform/database.ts'
import { followEvents } from '../platform/follower.ts'
import { countDays } from './day-queries.ts'

/** Counts changes by project and day, so that activity can be drawn without reading the log. */
export const countActivity = (db: Db): Promise<number> => followEvents(db, 'activity', countDays)
