import type { Job } from '../../platform/background/jobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { foldUsage } from './folding.ts'
import { foldImpact } from './impact/fold.ts'
import { withoutFolding } from './log-queries.ts'
import { DAYS_KEPT, HOURS_KEPT, stepsBack } from './rules.ts'
import {
  dropEmptyPartitions,
  forgetBatches,
  forgetDays,
  forgetUnknown,
  listHoursBefore,
  mergeHour,
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

/** Folds what no process has folded soon after the report, such as the batches of a killed one. */
export const usageFolding = (db: Db): Job => ({
  name: 'usage-folding',
  seconds: 5,
  run: () => foldUsage(db),
})

/** Maintains the usage tables: creates partitions, merges rows per hour, and aggregates past days. */
export const usageUpkeep = (db: Db, now = Date.now): Job => ({
  name: 'usage-upkeep',
  cron: '7 * * * *',
  async run() {
    await prepareUsage(db)
    // Sums of days and hours must not miss what was reported before.
    await foldUsage(db, { wait: true })
    const old = new Date(now() - (HOURS_KEPT + GRACE_HOURS) * HOUR)
    for (const hour of await listHoursBefore(db, old)) {
      await withoutFolding(db, (trx) => sumHour(trx, hour))
    }
    await dropEmptyPartitions(db, old)
    // An hour that ended an hour ago gets few new reports.
    for (const hour of stepsBack(HOURS_KEPT, now() - 2 * HOUR)) {
      await withoutFolding(db, (trx) => mergeHour(trx, hour))
    }
    await forgetDays(db, DAYS_KEPT)
    await forgetBatches(db, BATCHES_KEPT_DAYS)
    await forgetUnknown(db, UNKNOWN_KEPT_HOURS)
    await foldImpact(db, now())
  },
})
