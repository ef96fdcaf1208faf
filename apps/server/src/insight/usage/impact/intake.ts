import type { ImpactMetric, ImpactSink } from '@flagstaff/delivery'
import { createBatches } from '../../../platform/background/batches.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Note } from '../../../platform/write/note.ts'
import { addToSeries, upsertMetrics } from './queries.ts'
import { minuteOf, sumUp } from './rules.ts'

const MOST_SERIES = 10_000
/** Series per statement, which compares each with every other. */
const AT_ONCE = 500
/** Frontend tokens are public, so above this limit they cannot create new series; backend tokens still can. */
const MOST_SERIES_IF_PUBLIC = 5_000

/** For callers that commit the metrics together with other data. */
export type ImpactWriter = { write(db: Db, metrics: ImpactMetric[]): Promise<void> }

/** Stores impact metrics with a group commit. */
export function openImpact(note: Note, now = Date.now): ImpactSink & ImpactWriter {
  const write = (mostSeries: number) => async (db: Db, metrics: ImpactMetric[]) => {
    const types = new Map(metrics.map(({ name, type }) => [name, type]))
    const sums = sumUp(metrics.filter(({ name, type }) => types.get(name) === type))
    await upsertMetrics(db, metrics, mostSeries)
    const rows = sums.map((one) => ({
      ...one,
      labels: JSON.parse(one.labels),
      type: types.get(one.metric) ?? '',
    }))
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await addToSeries(db, { sums: rows.slice(from, from + AT_ONCE), minute: minuteOf(now()), mostSeries })
  }
  const batches = (mostSeries: number) =>
    createBatches((reports: ImpactMetric[][]) => note((db) => write(mostSeries)(db, reports.flat())))
  const trusted = batches(MOST_SERIES)
  const open = batches(MOST_SERIES_IF_PUBLIC)
  return {
    add: (metrics, isPublic = false) => (isPublic ? open : trusted).add(metrics),
    write: write(MOST_SERIES),
  }
}
