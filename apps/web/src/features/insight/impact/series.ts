import type { AggregationMode, ImpactMetricsData, MetricType, TimeRange } from '@flagstaff/contract/impact'
import { formatShort } from '../../../lib/format.ts'
import type { ChartLine } from '../../../ui/chart/scale.ts'

const stepSeconds: Readonly<Record<string, number>> = { '1m': 60, '15m': 900, '3h': 10_800, '1d': 86_400 }

/** Steps without a point have no data, so that lines have gaps there. */
export function linesOf(data: ImpactMetricsData, name: string): { times: number[]; lines: ChartLine[] } {
  const step = stepSeconds[data.step] ?? 60
  const [start, end] = [Number(data.start), Number(data.end)]
  const count = Math.max(0, Math.ceil((end - start) / step))
  const seconds = Array.from({ length: count }, (_, index) => start + index * step)
  return {
    times: seconds.map((at) => at * 1000),
    lines: data.series.map(({ metric, data: points }) => {
      const values = new Map(points.map(([at = 0, value = 0]) => [at, value]))
      return {
        key: JSON.stringify(metric),
        name: lineName(metric, name),
        values: seconds.map((at) => values.get(at) ?? null),
      }
    }),
  }
}

/** The values of the labels that divide the lines, or the name of the metric. */
function lineName(metric: Readonly<Record<string, string>>, name: string): string {
  const labels = Object.entries(metric).filter(([label]) => label !== '__name__')
  return labels.length > 0 ? labels.map(([, value]) => value).join(' · ') : name
}

const common: Record<MetricType, readonly AggregationMode[]> = {
  counter: ['count', 'rps'],
  gauge: ['avg', 'sum'],
  histogram: ['p50', 'p95', 'p99', 'avg', 'count', 'rps', 'sum'],
}
const every: readonly AggregationMode[] = ['count', 'rps', 'avg', 'sum', 'p50', 'p95', 'p99']

/** The modes that have a meaning for a metric, the usual one first. */
export const modesFor = (type: MetricType | undefined): readonly AggregationMode[] =>
  type ? common[type] : every

const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })
const EXACT_BELOW = 100_000

export const formatFigure = (value: number): string =>
  Math.abs(value) < EXACT_BELOW ? figures.format(value) : formatShort(value)

const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const short: Record<TimeRange, Intl.DateTimeFormat> = {
  hour: formatOf(time),
  day: formatOf(time),
  week: formatOf({ weekday: 'short', ...time }),
  month: formatOf({ ...day, timeZone: 'UTC' }),
}
const long: Record<TimeRange, Intl.DateTimeFormat> = {
  hour: formatOf({ ...day, ...time }),
  day: formatOf({ ...day, ...time }),
  week: formatOf({ weekday: 'short', ...day, ...time }),
  // Days start in UTC, as on the server.
  month: formatOf({ weekday: 'short', ...day, timeZone: 'UTC' }),
}

export const formatStep = (at: number, range: TimeRange) => short[range].format(at).replaceAll(',', '')
export const formatTime = (at: number, range: TimeRange) => long[range].format(at).replaceAll(',', '')
