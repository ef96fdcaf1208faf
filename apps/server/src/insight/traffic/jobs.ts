import type { Job } from '../../platform/background/jobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { dropPartitions, forgetDays, forgetReports, preparePartitions, sumDays } from './queries.ts'
import { DAYS_KEPT } from './rules.ts'

const DAY = 86_400_000
const DAYS_AHEAD = 3
const DAYS_OF_MINUTES = 2

/** Partitions must exist before counts are written. */
export const prepareTraffic = (db: Db) => preparePartitions(db, DAYS_AHEAD)

/** The limit is far above what 1,000 edges report in a day. */
const MOST_REPORTS = 2_000_000

export const forgetOldReports = (db: Db) => forgetReports(db, MOST_REPORTS)

/** Sums the minutes by day, and deletes what is too old. */
export const trafficUpkeep = (db: Db, now = Date.now): Job => ({
  name: 'traffic-upkeep',
  cron: '3 * * * *',
  async run() {
    await prepareTraffic(db)
    const today = Math.floor(now() / DAY) * DAY
    await sumDays(db, new Date(today - DAYS_OF_MINUTES * DAY))
    await dropPartitions(db, new Date(now() - DAYS_OF_MINUTES * DAY))
    await forgetDays(db, DAYS_KEPT)
  },
})
