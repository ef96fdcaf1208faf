import type { ImpactMetric, ImpactSample } from '@flagstaff/delivery'
import { storableJson } from '../../../platform/database/text.ts'

export type Sum = Omit<ImpactSample, 'labels'> & { metric: string; labels: string }

const MINUTE = 60_000
export const minuteOf = (now: number): Date => new Date(Math.floor(now / MINUTE) * MINUTE)

/**
 * Aggregates several reports: counters and histograms add up, and the last value of a gauge wins. Sorted by key, so
 * that two processes writing at once cannot deadlock.
 */
export function sumUp(metrics: readonly ImpactMetric[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { name, type, samples } of metrics) {
    for (const { labels, ...sample } of samples) {
      const text = storableJson(labels)
      const key = JSON.stringify([name, text])
      const before = type === 'gauge' ? undefined : sums.get(key)
      sums.set(key, { metric: name, labels: text, ...(before ? added(before, sample) : sample) })
    }
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

type Sample = Omit<ImpactSample, 'labels'>

/** Histograms with different bounds cannot be added; the newer one wins. */
function added(before: Sample, { value, count, bounds, buckets }: Sample): Sample {
  if (JSON.stringify(before.bounds) !== JSON.stringify(bounds)) return { value, count, bounds, buckets }
  return {
    value: before.value + value,
    count: before.count + count,
    bounds,
    buckets: buckets.map((one, index) => one + (before.buckets[index] ?? 0)),
  }
}

export type Series = {
  name: string
  type: string
  help: string
  labels: Record<string, string>
  bounds: number[]
  value: number
  count: number
  buckets: number[]
}

/** Prometheus text format 0.0.4, grouped by metric. */
export function toText(series: readonly Series[]): string {
  const byName = Map.groupBy(series, ({ name }) => name)
  return [...byName.values()]
    .map((list) => {
      const [{ name = '', help = '', type = '' } = {}] = list
      const lines = list.flatMap(type === 'histogram' ? histogramLines : plainLine)
      return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
    })
    .join('\n')
}

const labelsOf = ({ type, labels }: Series, more: [string, string][] = []) => {
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
  // A label name must be unique, whatever an application sends.
  const all = new Map([...reserved(type), ...sorted, ...more, ...reserved(type)])
  return `{${[...all].map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',')}}`
}

const reserved = (type: string): [string, string][] => [
  ['origin', 'sdk'],
  ['metric_type', type],
]

const plainLine = (one: Series) => [`${one.name}${labelsOf(one)} ${one.value}`]

const histogramLines = (one: Series) => [
  ...[...one.bounds.map(String), '+Inf'].map(
    (bound, index) =>
      `${one.name}_bucket${labelsOf(one, [['le', bound]])} ${one.buckets[index] ?? one.count}`,
  ),
  `${one.name}_sum${labelsOf(one)} ${one.value}`,
  `${one.name}_count${labelsOf(one)} ${one.count}`,
]

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')
