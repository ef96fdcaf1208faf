import { type ArmedSafeguard, listArmed, triggerSafeguard } from '../../flags/index.ts'
import type { Prometheus } from '../../insight/usage/index.ts'
import { metricRanges, metricSeries } from '../../insight/usage/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'

type Parts = Pick<Handles, 'read' | 'write'> & { prometheus: Prometheus; now?: () => number }

/** Compares the metrics of all safeguards that would act now with their thresholds. */
export async function checkSafeguards({ read, write, prometheus, now = Date.now }: Parts) {
  const at = now()
  // One query for each metric in a project, however many safeguards use it.
  const asked = Map.groupBy(await listArmed(read), ({ project, metric }) => JSON.stringify([project, metric]))
  const failures: unknown[] = []
  for (const safeguards of asked.values()) {
    const [first] = safeguards as [ArmedSafeguard]
    try {
      const value = await latest(read, first, { prometheus, at })
      if (value === null) continue
      for (const { project, flag, environment, id, condition } of safeguards)
        if (isPast(value, condition))
          await write(system, (tx) => run(tx, triggerSafeguard, { project, flag, environment, id, value }))
    } catch (error) {
      // Without an answer nothing happens, as without data. The others are checked all the same.
      if (!(error instanceof AppError && error.status < 500)) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const isPast = (value: number, { operator, threshold }: ArmedSafeguard['condition']) =>
  operator === '>' ? value > threshold : value < threshold

type Source = { prometheus: Prometheus; at: number }

/**
 * The value in the last full step of the chart of this range; null if there is no data. Only applications of the project
 * count: a safeguard shows the value, so it must not read what people in the project cannot see.
 */
async function latest(read: Reader, { metric, project }: ArmedSafeguard, { prometheus, at }: Source) {
  const { step } = metricRanges[metric.timeRange]
  const end = Math.floor(at / 1000 / step) * step
  const { series } = await metricSeries(read, {
    metric: metric.metricName,
    source: metric.source ?? 'internal',
    mode: metric.aggregationMode,
    labels: metric.labelSelectors,
    from: new Date((end - step) * 1000),
    to: new Date(end * 1000),
    stepSeconds: step,
    projects: [project],
    prometheus,
  })
  return series[0]?.points[0]?.[1] ?? null
}
