import { addTo, type Buckets, createBuckets } from '@flagstaff/delivery'

export type Labels = Readonly<Record<string, string | number>>
export type Sample = readonly [labels: Labels, value: number]

/** A metric: its name, and its lines in the Prometheus text format. */
export type Metric = { name: string; lines(): Iterable<string> }
type About = { name: string; help: string; labels?: readonly string[] }

/** Further series are counted together, so that a scrape stays below 300 kB: most of them have 6 to 17 lines. */
const MOST_COUNTERS = 1_000
const MOST_SUMMARIES = 120
const MOST_HISTOGRAMS = 45
const OTHER = 'other'

/** A number that only grows. */
export function createCounter({ name, help, labels = [] }: About) {
  const counts = createSeries(labels, MOST_COUNTERS, () => ({ value: 0 }))
  if (labels.length === 0) counts.of([])
  return {
    name,
    add(values: readonly string[] = [], by = 1) {
      counts.of(values).value += by
    },
    lines: () =>
      head(
        name,
        help,
        'counter',
        counts.list((of, { value }) => [line(name, of, value)]),
      ),
  }
}
export type Counter = ReturnType<typeof createCounter>

/** Values that are read on each scrape. */
export const createGauge = (
  { name, help }: About,
  read: () => Iterable<Sample>,
  type: 'gauge' | 'counter' = 'gauge',
): Metric => ({
  name,
  lines: () =>
    head(
      name,
      help,
      type,
      [...read()].map(([labels, value]) => line(name, labels, value)),
    ),
})

/** How often values of each size occurred. */
export function createHistogram({ name, help, labels = [] }: About, bounds: readonly number[]) {
  const series = createSeries(labels, MOST_HISTOGRAMS, () => createBuckets(bounds))
  if (labels.length === 0) series.of([])
  return {
    name,
    /** Adds the series with zeros: Prometheus computes no rate for the first value of a series. */
    expect(values: readonly string[]) {
      series.of(values)
    },
    observe(values: readonly string[], value: number) {
      addTo(series.of(values), value)
    },
    lines: () =>
      head(
        name,
        help,
        'histogram',
        series.list((of, one) => bucketLines(name, of, one)),
      ),
  }
}
export type Histogram = ReturnType<typeof createHistogram>

const QUANTILES = [0.5, 0.9, 0.95, 0.99]
const WINDOW_MS = 5 * 60_000

type Windowed = { all: Buckets; now: Buckets; before: Buckets; since: number }

/**
 * Quantiles of the last five to ten minutes, estimated from buckets. The summaries of prom-client take 5 µs per value,
 * and 150 µs per series on each scrape.
 */
export function createSummary({ name, help, labels = [] }: About, bounds: readonly number[]) {
  const fresh = () => createBuckets(bounds)
  const series = createSeries(
    labels,
    MOST_SUMMARIES,
    (): Windowed => ({ all: fresh(), now: fresh(), before: fresh(), since: performance.now() }),
  )
  const turn = (one: Windowed) => {
    const age = performance.now() - one.since
    if (age < WINDOW_MS) return
    one.before = age < 2 * WINDOW_MS ? one.now : fresh()
    one.now = fresh()
    one.since = performance.now()
  }
  return {
    name,
    observe(values: readonly string[], value: number) {
      const one = series.of(values)
      turn(one)
      addTo(one.all, value)
      addTo(one.now, value)
    },
    lines: () =>
      head(
        name,
        help,
        'summary',
        series.list((of, one) => {
          turn(one)
          const counts = one.now.counts.map((count, index) => count + (one.before.counts[index] ?? 0))
          return [
            ...QUANTILES.map((quantile) =>
              line(name, { ...of, quantile }, estimate(bounds, counts, quantile)),
            ),
            line(`${name}_sum`, of, one.all.sum),
            line(`${name}_count`, of, one.all.counts.reduce(add, 0)),
          ]
        }),
      ),
  }
}
export type Summary = ReturnType<typeof createSummary>

/** The cumulative lines of one series of a histogram. */
export function* bucketLines(name: string, labels: Labels, { bounds, counts, sum }: Buckets) {
  let total = 0
  for (const [index, count] of counts.entries()) {
    total += count
    yield line(`${name}_bucket`, { ...labels, le: bounds[index] ?? '+Inf' }, total)
  }
  yield line(`${name}_sum`, labels, sum)
  yield line(`${name}_count`, labels, total)
}

export function* head(name: string, help: string, type: string, lines: Iterable<string>) {
  yield `# HELP ${name} ${help}`
  yield `# TYPE ${name} ${type}`
  yield* lines
}

export function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, of]) => `${key}="${escaped(String(of))}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${Number.isFinite(value) ? value : 'NaN'}`
}

const escaped = (text: string) =>
  /[\\"\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : text

const add = (a: number, b: number) => a + b

/** As `histogram_quantile` does: linear within the bucket. */
function estimate(bounds: readonly number[], counts: Float64Array, quantile: number): number {
  const total = counts.reduce(add, 0)
  if (total === 0) return Number.NaN
  let below = 0
  for (const [index, count] of counts.entries()) {
    const from = bounds[index - 1] ?? 0
    const to = bounds[index]
    if (to === undefined) return from
    if (below + count >= quantile * total)
      return from + ((to - from) * (quantile * total - below)) / (count || 1)
    below += count
  }
  return Number.NaN
}

/** One value per combination of label values. */
function createSeries<T>(names: readonly string[], most: number, create: () => T) {
  const series = new Map<string, { labels: Labels; value: T }>()
  const toLabels = (values: readonly string[]): Labels =>
    Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  return {
    of(values: readonly string[]): T {
      const key = values.join('\n')
      const known = series.get(key)
      if (known) return known.value
      if (series.size >= most && values.some((value) => value !== OTHER))
        return this.of(names.map(() => OTHER))
      const value = create()
      series.set(key, { labels: toLabels(values), value })
      return value
    },
    *list(toLines: (labels: Labels, value: T) => Iterable<string>) {
      for (const { labels, value } of series.values()) yield* toLines(labels, value)
    },
  }
}
