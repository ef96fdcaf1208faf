import type { ImpactMetric, ImpactSink } from '@flagstaff/delivery'
import { createBatches } from '../../platform/batches.ts'
import type { Db } from '../../platform/database.ts'
import type { Note } from '../../platform/note.ts'
import { addToSeries, upsertMetrics } from './queries.ts'
import { minuteOf, sumUp } from './rules.ts'

const MOST_SERIES = 10_000
/** Series in one statement, which compares each with each. */
const AT_ONCE = 500
/** Anybody can send metrics with a public token, so these begin no new series while others still can. */
const MOST_SERIES_IF_PUBLIC = 5_000

/** For those who commit something else with the metrics. */
export type ImpactWriter = { write(db: Db, metrics: ImpactMetric[]): Promise<void> }

/** Metrics of applications, committed together with whatever else has arrived meanwhile. */
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
