import { createHash } from 'node:crypto'
import type { ImpactMetric, ImpactSample } from '@flagstaff/delivery'
import { storableJson } from '../../../platform/database/text.ts'

/** `digest` names the series within its metric. */
export type Sum = Omit<ImpactSample, 'labels'> & {
  metric: string
  type: string
  labels: string
  public: boolean
  digest: string
}

const MINUTE = 60_000
export const minuteOf = (now: number): Date => new Date(Math.floor(now / MINUTE) * MINUTE)

export type Described = { name: string; type: string; help: string; public: boolean }

/** Metrics by name. The last type wins, but what a browser sends never replaces what a backend sends. */
export function describe(metrics: readonly ImpactMetric[]): Map<string, Described> {
  const all = metrics.map(({ name, type, help, public: isPublic = false }) => ({
    name,
    type,
    help,
    public: isPublic,
  }))
  const byTrust = [...all.filter((one) => one.public), ...all.filter((one) => !one.public)]
  return new Map(byTrust.map((one) => [one.name, one]))
}

/**
 * Aggregates several reports: counters and histograms add up, and the last value of a gauge wins. Sorted by key, so
 * that two processes writing at once cannot deadlock.
 */
export function sumUp(metrics: readonly ImpactMetric[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { name, type, public: isPublic = false, samples } of metrics) {
    for (const { labels, ...sample } of samples) {
      const text = storableJson(labels)
      const digest = digestOf(text, sample.bounds, isPublic)
      const key = `${name} ${digest}`
      const before = type === 'gauge' ? undefined : sums.get(key)
      const sum = before ? added(before, sample) : sample
      sums.set(key, { metric: name, type, labels: text, public: isPublic, digest, ...sum })
    }
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

const digestOf = (labels: string, bounds: readonly number[], isPublic: boolean): string =>
  createHash('sha256')
    .update(JSON.stringify([labels, bounds, isPublic]))
    .digest('base64url')

type Sample = Omit<ImpactSample, 'labels'>

const added = (before: Sample, { value, count, bounds, buckets }: Sample): Sample => ({
  value: before.value + value,
  count: before.count + count,
  bounds,
  buckets: addBuckets(before.buckets, buckets),
})

export const addBuckets = (some: readonly number[], others: readonly number[]): number[] =>
  some.map((one, index) => one + (others[index] ?? 0))
