import { within } from '@flagstaff/delivery'
import { collectDefaultMetrics, Registry } from 'prom-client'
import {
  type Counter,
  createCounter,
  createGauge,
  createHistogram,
  createSummary,
  type Histogram,
  type Metric,
  type Sample,
  type Summary,
} from './instruments.ts'

const MOST_WAIT_MS = 2_000

export type Telemetry = {
  /** A metric with one value, which is read on each scrape; undefined leaves it out. */
  gauge(name: string, help: string, read: () => number | undefined): void
  /** The same with labels. */
  gauges(name: string, help: string, read: () => Iterable<Sample>, type?: 'gauge' | 'counter'): void
  counter(name: string, help: string, labels?: readonly string[]): Counter
  histogram(name: string, help: string, labels: readonly string[], bounds: readonly number[]): Histogram
  summary(name: string, help: string, labels: readonly string[], bounds: readonly number[]): Summary
  add(metric: Metric): void
  /** Called before each scrape, for values that have to be read first. */
  before(work: () => Promise<unknown>): void
  /** All metrics in the Prometheus text format. */
  read(): Promise<{ text: string; contentType: string }>
  stop(): void
}

/** Metrics of this process. Labels are route patterns, never URLs, to keep their cardinality low. */
export function openTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = new Map<string, Metric>()
  const preparations: (() => Promise<unknown>)[] = []
  const add = <M extends Metric>(metric: M): M => {
    if (metrics.has(metric.name)) throw new Error(`there are two metrics called ${metric.name}`)
    metrics.set(metric.name, metric)
    return metric
  }
  return {
    add,
    gauge: (name, help, read) => {
      const samples = (): Sample[] => {
        const value = read()
        return value === undefined ? [] : [[{}, value]]
      }
      add(createGauge({ name, help }, samples))
    },
    gauges: (name, help, read, type) => void add(createGauge({ name, help }, read, type)),
    counter: (name, help, labels = []) => add(createCounter({ name, help, labels })),
    histogram: (name, help, labels, bounds) => add(createHistogram({ name, help, labels }, bounds)),
    summary: (name, help, labels, bounds) => add(createSummary({ name, help, labels }, bounds)),
    before: (work) => void preparations.push(work),
    read: async () => {
      // Without the database, the scrape has the last known values.
      const prepared = preparations.map((prepare) => prepare().catch(() => {}))
      await within(MOST_WAIT_MS, Promise.all(prepared))
      const own = [...metrics.values()].flatMap((metric) => [...metric.lines()])
      return {
        text: `${await registry.metrics()}\n${own.join('\n')}\n`,
        contentType: registry.contentType,
      }
    },
    stop: () => registry.clear(),
  }
}
