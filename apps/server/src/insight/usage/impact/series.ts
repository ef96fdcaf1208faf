import type { Reader } from '../../../platform/database/database.ts'
import { quantile, quantileOf, stepValue } from './modes.ts'
import { type Asked, findType, type Group, listBuckets, listSums } from './series-queries.ts'
import type { Line, MetricAnswer, MetricQuery } from './types.ts'

const MINUTE = 60
/** Lines of one chart; more cannot be told apart. */
const MOST_LINES = 50
const MOST_POINTS = 2_000

/**
 * Reads a metric as time series. For safeguards and other code of the server: it is not cached and not limited to what a
 * person can see, unless it names projects. Every line has a point for each step between the two times.
 */
export const metricSeries = (read: Reader, query: MetricQuery): Promise<MetricAnswer> =>
  readSeries(read, query, query.projects ?? null)

/** Like `metricSeries`, for people who see only some projects. */
export async function readSeries(
  read: Reader,
  query: MetricQuery,
  projects: readonly string[] | null,
): Promise<MetricAnswer> {
  const { metric, source, mode, labels, by = [], trusted = true, prometheus } = query
  const steps = stepsOf(query)
  if (source === 'external') {
    if (!prometheus) throw new Error('a query to the external source needs its client')
    return limited(await prometheus.range({ metric, mode, labels, by, ...steps }, projects))
  }
  const type = await findType(read, metric, projects)
  if (type === null) return { type, step: steps.step, series: [], leftOut: 0, isTruncated: false }
  const asked: Asked = { metric, type, labels, by, trusted, projects, ...steps }
  const share = quantileOf(mode)
  if (share !== undefined && type !== 'histogram')
    return { type, step: steps.step, series: [], leftOut: 0, isTruncated: false }
  if (share === undefined) {
    const rows = await listSums(read, asked)
    const coverage = (at: number) => Math.max(MINUTE, Math.min(steps.step, steps.to - at))
    const values = rows.map((row) => ({ ...row, value: stepValue(type, mode, row, coverage(row.at)) }))
    return limited({ type, step: steps.step, series: toLines(values, by, steps), leftOut: 0 })
  }
  const { rows, leftOut } = await listBuckets(read, asked)
  const values = rows.map((row) => ({ ...row, value: quantile(share, row.bounds, row.buckets) }))
  return limited({ type, step: steps.step, series: toLines(values, by, steps), leftOut })
}

export type Steps = { step: number; from: number; to: number }

/** Whole minutes, aligned so that the same step always starts at the same time. */
function stepsOf({ from, to, stepSeconds }: Pick<MetricQuery, 'from' | 'to' | 'stepSeconds'>): Steps {
  const step = Math.max(1, Math.ceil(stepSeconds / MINUTE)) * MINUTE
  const [start, end] = [Math.floor(from.getTime() / 1000), Math.ceil(to.getTime() / 1000)]
  if ((end - start) / step > MOST_POINTS) throw new Error(`a query can have ${MOST_POINTS} points at most`)
  return { step, from: Math.floor(start / step) * step, to: end }
}

export const timesOf = ({ step, from, to }: Steps): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)

function toLines(
  rows: readonly (Group & { value: number | null })[],
  by: readonly string[],
  steps: Steps,
): Line[] {
  const times = timesOf(steps)
  const groups = Map.groupBy(rows, ({ by: values }) => JSON.stringify(values))
  return [...groups.values()].map((group) => {
    const values = new Map(group.map(({ at, value }) => [at, value]))
    const named = by.map((name, index) => [name, group[0]?.by[index] ?? undefined] as const)
    return {
      labels: Object.fromEntries(
        named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      points: times.map((at) => [at, values.get(at) ?? null]),
    }
  })
}

function limited(answer: Omit<MetricAnswer, 'isTruncated'>): MetricAnswer {
  const isTruncated = answer.series.length > MOST_LINES
  return { ...answer, series: answer.series.slice(0, MOST_LINES), isTruncated }
}
