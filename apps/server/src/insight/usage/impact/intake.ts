import type { ImpactMetric, ImpactSink } from '@flagstaff/delivery'
import { createBatches } from '../../../platform/background/batches.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Note } from '../../../platform/write/note.ts'
import { addToSeries, upsertMetrics } from './queries.ts'
import { describe, minuteOf, sumUp } from './rules.ts'

/** Series per statement, which compares each with every other. */
const AT_ONCE = 500

/** For callers that commit the metrics together with other data. */
export type ImpactWriter = { write(db: Db, metrics: ImpactMetric[]): Promise<void> }

/** Stores impact metrics with a group commit. */
export function openImpact(note: Note, now = Date.now): ImpactSink & ImpactWriter {
  const write = async (db: Db, metrics: ImpactMetric[]) => {
    const described = describe(metrics)
    const sums = sumUp(metrics.filter(({ name, type }) => described.get(name)?.type === type))
    await upsertMetrics(db, [...described.values()])
    for (let from = 0; from < sums.length; from += AT_ONCE)
      await addToSeries(db, sums.slice(from, from + AT_ONCE), minuteOf(now()))
  }
  const batches = createBatches((reports: ImpactMetric[][]) => note((db) => write(db, reports.flat())))
  return {
    add: (metrics, isPublic = false) =>
      batches.add(isPublic ? metrics.map((one) => ({ ...one, public: true })) : metrics),
    write,
  }
}
