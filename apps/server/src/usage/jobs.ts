import type { Db } from '../platform/database.ts'
import type { Job } from '../platform/jobs.ts'
import { forgetImpact } from './impact/queries.ts'
import { DAYS_KEPT, HOURS_KEPT, stepsBack } from './rules.ts'
import {
  dropEmptyPartitions,
  foldHour,
  forgetBatches,
  forgetDays,
  forgetUnknown,
  listHoursBefore,
  preparePartitions,
  sumHour,
} from './upkeep-queries.ts'

const HOUR = 3_600_000
const DAYS_AHEAD = 3
/** Reports are dated back no further than the hours kept; two more allow for clocks that differ. */
const GRACE_HOURS = 2
const UNKNOWN_KEPT_HOURS = 24
/** Longer than edges keep what they could not send. */
const BATCHES_KEPT_DAYS = 8
const IMPACT_KEPT_DAYS = { minutes: 14, series: 14 }

/** Partitions have to be there before counts are. */
export const prepareUsage = (db: Db) => preparePartitions(db, DAYS_AHEAD)

/** Keeps what usage counts take in order: partitions ahead, one row for each hour, sums of days gone by. */
export const usageUpkeep = (db: Db, now = Date.now): Job => ({
  name: 'usage-upkeep',
  cron: '7 * * * *',
  async run() {
    await prepareUsage(db)
    const old = new Date(now() - (HOURS_KEPT + GRACE_HOURS) * HOUR)
    for (const hour of await listHoursBefore(db, old)) await sumHour(db, hour)
    await dropEmptyPartitions(db, old)
    // An hour that ended an hour ago has little coming in any more.
    for (const hour of stepsBack(HOURS_KEPT, now() - 2 * HOUR)) await foldHour(db, hour)
    await forgetDays(db, DAYS_KEPT)
    await forgetBatches(db, BATCHES_KEPT_DAYS)
    await forgetUnknown(db, UNKNOWN_KEPT_HOURS)
    await forgetImpact(db, IMPACT_KEPT_DAYS)
  },
})
