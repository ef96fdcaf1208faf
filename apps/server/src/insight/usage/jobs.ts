import type { Job } from '../../platform/background/jobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { foldImpact } from './impact/fold.ts'
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
/** Reports can be backdated by the hours kept; two more allow for clock skew. */
const GRACE_HOURS = 2
const UNKNOWN_KEPT_HOURS = 24
/** Longer than edges keep reports that they could not send. */
const BATCHES_KEPT_DAYS = 8

/** Partitions must exist before counts are written. */
export const prepareUsage = (db: Db) => preparePartitions(db, DAYS_AHEAD)

/** Maintains the usage tables: creates partitions, merges rows per hour, and aggregates past days. */
export const usageUpkeep = (db: Db, now = Date.now): Job => ({
  name: 'usage-upkeep',
  cron: '7 * * * *',
  async run() {
    await prepareUsage(db)
    const old = new Date(now() - (HOURS_KEPT + GRACE_HOURS) * HOUR)
    for (const hour of await listHoursBefore(db, old)) await sumHour(db, hour)
    await dropEmptyPartitions(db, old)
    // An hour that ended an hour ago gets few new reports.
    for (const hour of stepsBack(HOURS_KEPT, now() - 2 * HOUR)) await foldHour(db, hour)
    await forgetDays(db, DAYS_KEPT)
    await forgetBatches(db, BATCHES_KEPT_DAYS)
    await forgetUnknown(db, UNKNOWN_KEPT_HOURS)
    await foldImpact(db, now())
  },
})
