import { ImpactMetrics } from '@flagstaff/contract/client'
import { Compile } from 'typebox/compile'
import type { ImpactMetric, ImpactSample } from './ports.ts'

/** Limits of one report; the rest is dropped. */
const MOST_METRICS = 100
const MOST_SAMPLES = 100
const MOST_SAMPLES_IN_ALL = 1_000
const MOST_LABELS = 12
const MOST_BUCKETS = 50
const LONGEST = 200
/** Sums of such numbers stay finite. */
const LARGEST = 1e15

const shape = Compile(ImpactMetrics)

type Source = { app?: string | undefined; environment: string }

/**
 * Returns the valid metrics of a report; invalid ones are dropped without affecting others. Labels keep their names, so
 * that a flag can be one; only the text for scrapers needs names of Prometheus.
 */
export function readImpact(sent: unknown, source: Source): ImpactMetric[] {
  if (!Array.isArray(sent)) return []
  let left = MOST_SAMPLES_IN_ALL
  return sent
    .slice(0, MOST_METRICS)
    .flatMap((one) => readMetric(one, source))
    .flatMap((metric) => {
      const samples = metric.samples.slice(0, left)
      left -= samples.length
      return samples.length > 0 ? [{ ...metric, samples }] : []
    })
}

function readMetric(sent: unknown, source: Source): ImpactMetric[] {
  if (!shape.Check(sent)) return []
  const { help, type } = sent
  const name = withoutOthers(sent.name, /[^a-zA-Z0-9_:]/g)
  if (name === '' || name.length > LONGEST) return []
  const samples = sent.samples.slice(0, MOST_SAMPLES).flatMap((sample): ImpactSample[] => {
    const labels = readLabels(sample.labels ?? {}, source)
    if (!labels) return []
    if (!('buckets' in sample)) {
      const isUsable = isSane(sample.value) && (type === 'gauge' || sample.value >= 0)
      return isUsable ? [{ labels, value: sample.value, count: 0, bounds: [], buckets: [] }] : []
    }
    const histogram = readBuckets(sample)
    return histogram ? [{ labels, ...histogram }] : []
  })
  if (samples.length === 0) return []
  const isPublic = (sent as { public?: unknown }).public === true
  return [{ name, help: help.slice(0, LONGEST), type, ...(isPublic ? { public: true } : {}), samples }]
}

/** Replaces characters that Prometheus does not allow in names with underscores. */
const withoutOthers = (name: string, others: RegExp): string =>
  name.replace(others, '_').replace(/^(?=\d)/, '_')

/** The environment is always that of the token, never a label of the application. */
function readLabels(
  sent: Record<string, string | number>,
  { app, environment }: Source,
): Record<string, string> | undefined {
  const labels = new Map<string, string>()
  if (app !== undefined) labels.set('appName', app.slice(0, LONGEST))
  for (const [name, value] of Object.entries(sent))
    if (name !== '' && name.length <= LONGEST) labels.set(name, String(value).slice(0, LONGEST))
  labels.set('environment', environment)
  if (labels.size > MOST_LABELS) return undefined
  // Sorted, so that the same labels in any order are the same series.
  return Object.fromEntries([...labels].sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Histogram = { count: number; sum: number; buckets: { le: number | '+Inf'; count: number }[] }

function readBuckets({ count, sum, buckets }: Histogram): Omit<ImpactSample, 'labels'> | undefined {
  const inner = buckets.flatMap(({ le, count }) => (le === '+Inf' ? [] : [{ le, count }]))
  const numbers = [count, sum, ...inner.flatMap((bucket) => [bucket.le, bucket.count])]
  if (!numbers.every(isSane) || inner.length > MOST_BUCKETS) return undefined
  const counts = [...inner.map((bucket) => bucket.count), count]
  const bounds = inner.map(({ le }) => le)
  return count >= 0 && rises(bounds) && counts.every((one) => one >= 0) && isOrdered(counts)
    ? { value: sum, count, bounds, buckets: counts }
    : undefined
}

const isSane = (value: number) => Math.abs(value) <= LARGEST
const rises = (list: number[]) => list.every((one, index) => index === 0 || one > (list[index - 1] ?? one))
const isOrdered = (list: number[]) =>
  list.every((one, index) => index === 0 || one >= (list[index - 1] ?? one))
