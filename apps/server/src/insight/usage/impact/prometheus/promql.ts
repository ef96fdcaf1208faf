import type { MetricType } from '@flagstaff/contract/impact'
import { invalid } from '../../../../platform/errors.ts'
import { quantileOf } from '../modes.ts'
import type { RangeQuery } from '../types.ts'

type Selection = Omit<RangeQuery, 'from' | 'to'>

/** A rate needs two samples, and many servers are scraped only once a minute. */
const SHORTEST_RATE = 300
const SHORTEST_MEAN = 120

/**
 * The query for a metric; undefined if the mode has no meaning for its type. Series of hidden applications are excluded,
 * because the server may also scrape impact metrics.
 */
export function toPromQl(
  type: MetricType,
  selection: Selection,
  hiddenApps: readonly string[] = [],
): string | undefined {
  const { metric, mode, step } = selection
  const by = selection.by.map(labelName)
  const matchers = matchersOf(selection.labels, hiddenApps)
  const grouped = (how: 'sum' | 'avg', inner: string, labels = by) =>
    `${how}${labels.length > 0 ? ` by (${labels.join(', ')})` : ''} (${inner})`
  const rate = (suffix = '') =>
    `rate(${metricName(metric)}${suffix}${matchers}[${Math.max(step, SHORTEST_RATE)}s])`
  const share = quantileOf(mode)
  if (share !== undefined)
    return type === 'histogram'
      ? `histogram_quantile(${share}, ${grouped('sum', rate('_bucket'), ['le', ...by])})`
      : undefined
  if (type === 'gauge') {
    const mean = `avg_over_time(${metricName(metric)}${matchers}[${Math.max(step, SHORTEST_MEAN)}s])`
    return mode === 'sum' || mode === 'avg' ? grouped(mode, mean) : undefined
  }
  const isHistogram = type === 'histogram'
  if (mode === 'rps') return grouped('sum', rate(isHistogram ? '_count' : ''))
  if (mode === 'count') return `${grouped('sum', rate(isHistogram ? '_count' : ''))} * ${step}`
  if (mode === 'sum') return `${grouped('sum', rate(isHistogram ? '_sum' : ''))} * ${step}`
  return isHistogram
    ? `${grouped('sum', rate('_sum'))} / ${grouped('sum', rate('_count'))}`
    : `${grouped('avg', rate())} * ${step}`
}

/** For requests that list series: the metric, or all series of a histogram. */
export function toSelector(type: MetricType, metric: string, hiddenApps: readonly string[]): string {
  return `${metricName(metric)}${type === 'histogram' ? '_count' : ''}${matchersOf({}, hiddenApps)}`
}

export function matchersOf(
  labels: Readonly<Record<string, readonly string[]>>,
  hiddenApps: readonly string[],
): string {
  const chosen = Object.entries(labels).filter(([, values]) => values.length > 0)
  const matchers = chosen.map(([name, values]) => {
    if (values.includes('*')) return `${labelName(name)}=~".+"`
    const [only = '', ...others] = values
    return others.length === 0
      ? `${labelName(name)}=${quoted(only)}`
      : `${labelName(name)}=~${quoted(values.map(literal).join('|'))}`
  })
  if (hiddenApps.length > 0) matchers.push(`appName!~${quoted(hiddenApps.map(literal).join('|'))}`)
  return matchers.length > 0 ? `{${matchers.join(',')}}` : ''
}

function metricName(name: string): string {
  if (/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) return name
  throw invalid(`${name} is not a metric name of Prometheus.`, '/metricName')
}

function labelName(name: string): string {
  if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)) return name
  throw invalid(`${name} is not a label name of Prometheus.`, '/labels')
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
