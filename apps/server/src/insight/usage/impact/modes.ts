import type { AggregationMode, MetricType } from '@flagstaff/contract/impact'

/** What was measured in one step: sums over all series that have data in it. */
export type Sums = {
  value: number
  /** Of a histogram: the observations; of a gauge: the minutes. */
  count: number
  /** The number of series with data, and the sum of the mean of each. */
  series: number
  means: number
}

type Quantile = Extract<AggregationMode, `p${number}`>
const quantiles: Record<Quantile, number> = { p50: 0.5, p95: 0.95, p99: 0.99 }

export const quantileOf = (mode: AggregationMode): number | undefined =>
  Object.hasOwn(quantiles, mode) ? quantiles[mode as Quantile] : undefined

/** The value of a step; null if the mode has no meaning for metrics of this type. */
export function stepValue(
  type: MetricType,
  mode: AggregationMode,
  sums: Sums,
  seconds: number,
): number | null {
  if (type === 'gauge') {
    if (mode === 'sum') return sums.means
    return mode === 'avg' ? ratio(sums.value, sums.count) : null
  }
  const events = type === 'histogram' ? sums.count : sums.value
  if (mode === 'rps') return ratio(events, seconds)
  if (mode === 'count') return events
  if (mode === 'sum') return sums.value
  if (mode === 'avg') return ratio(sums.value, type === 'histogram' ? sums.count : sums.series)
  return null
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/**
 * A quantile from cumulative buckets, of which the last has no bound: linear within the bucket, as Prometheus does it.
 * Above the last bound it is that bound.
 */
export function quantile(
  share: number,
  bounds: readonly number[],
  buckets: readonly number[],
): number | null {
  const total = buckets.at(-1) ?? 0
  const last = bounds.at(-1)
  if (total <= 0 || last === undefined) return null
  const rank = share * total
  const index = buckets.findIndex((count) => count >= rank)
  const upper = bounds[index]
  if (upper === undefined) return last
  const lower = bounds[index - 1] ?? Math.min(0, upper)
  const below = buckets[index - 1] ?? 0
  const inside = (buckets[index] ?? 0) - below
  return inside > 0 && lower < upper ? lower + (upper - lower) * ((rank - below) / inside) : upper
}
