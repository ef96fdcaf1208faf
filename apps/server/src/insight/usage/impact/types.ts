import type { AggregationMode, ImpactSource, MetricType } from '@flagstaff/contract/impact'

export type MetricQuery = {
  metric: string
  source: ImpactSource
  mode: AggregationMode
  from: Date
  to: Date
  stepSeconds: number
  /** Accepted values by label; `*` accepts every value. */
  labels: Readonly<Record<string, readonly string[]>>
  /** One line for each combination of values of these labels. */
  by?: readonly string[]
  /** Leaves out samples that anybody could have sent, because they came with a frontend token. On by default. */
  trusted?: boolean
  /** Only series of applications that are used in these projects; all if it is missing. */
  projects?: readonly string[]
  /** Needed for the external source; see `openPrometheus`. */
  prometheus?: RangeSource
}

export type Line = {
  labels: Record<string, string>
  /** Seconds since 1970 of the start of each step; null if there is no data. */
  points: [seconds: number, value: number | null][]
}
export type MetricAnswer = {
  /** Null if the metric is not known. */
  type: MetricType | null
  /** In seconds. Can be longer than requested: a step has whole minutes. */
  step: number
  series: Line[]
  /** Series that are missing because their buckets have other bounds, or because there are too many lines. */
  leftOut: number
  isTruncated: boolean
  /** The text of a query to the external source. */
  query?: string
}

export type RangeQuery = Pick<MetricQuery, 'metric' | 'mode' | 'labels'> & {
  by: readonly string[]
  step: number
  from: number
  to: number
}
/** Answers queries to the external source; `projects` are those that the viewer sees, or null for all. */
export type RangeSource = {
  range(query: RangeQuery, projects: readonly string[] | null): Promise<Omit<MetricAnswer, 'isTruncated'>>
}
