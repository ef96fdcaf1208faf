import type { ImpactMetric, ImpactSink } from '@flagstaff/delivery'
import { createBatches } from '../../platform/batches.ts'
import type { Note } from '../../platform/note.ts'
import { addToSeries, upsertMetrics } from './queries.ts'
import { minuteOf, sumUp } from './rules.ts'

const MOST_SERIES = 10_000

/** Metrics of applications, committed together with whatever else has arrived meanwhile. */
export function openImpact(note: Note, now = Date.now): ImpactSink {
  return createBatches((reports: ImpactMetric[][]) =>
    note(async (db) => {
      const metrics = reports.flat()
      const types = new Map(metrics.map(({ name, type }) => [name, type]))
      const sums = sumUp(metrics.filter(({ name, type }) => types.get(name) === type))
      await upsertMetrics(db, metrics)
      await addToSeries(db, {
        sums: sums.map((one) => ({
          ...one,
          labels: JSON.parse(one.labels),
          type: types.get(one.metric) ?? '',
        })),
        minute: minuteOf(now()),
        mostSeries: MOST_SERIES,
      })
    }),
  )
}
