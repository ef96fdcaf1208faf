import type { Db } from '../../../platform/database/database.ts'
import { findDayToFold, findHourToFold, foldImpactDay, foldImpactHour, forgetImpact } from './fold-queries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A process whose clock is slow, or a slow transaction, can add to an hour after its end. */
const GRACE_MS = 2 * 60_000
const KEPT_DAYS = { minutes: 8, hours: 100, days: 400, series: 400, publicSeries: 30 }

/**
 * Sums minutes into hours and hours into days, oldest first, and then deletes what is too old. The last hour and day
 * that were folded are folded again, in case something was added to them.
 */
export async function foldImpact(db: Db, now: number): Promise<void> {
  const hours = Math.floor((now - GRACE_MS) / HOUR) * HOUR
  for (const hour of steps(await findHourToFold(db), hours, HOUR)) await foldImpactHour(db, hour)
  for (const day of steps(await findDayToFold(db), Math.floor(hours / DAY) * DAY, DAY))
    await foldImpactDay(db, day)
  await forgetImpact(db, KEPT_DAYS)
}

/** From the step before the first open one to the last complete one. */
function steps(open: Date | undefined, end: number, step: number): Date[] {
  if (!open) return []
  const first = open.getTime() - step
  const count = Math.max(0, Math.ceil((end - first) / step))
  return Array.from({ length: count }, (_, index) => new Date(first + index * step))
}
