import { type Buckets, bucketOf, createBuckets } from '../buckets.ts'

/** Upper bounds of response times, in milliseconds. */
export const RESPONSE_BOUNDS_MS: readonly number[] = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500,
]

/** Reading the clock twice costs more than the rest, so only one request in eight is timed. */
const EVERY = 8

type Timed = { buckets: Buckets; last: number; lastMs: number }
export type DirectTimes = { path: string; status: number; buckets: Buckets }

/** Response times of the fast path. Each request is counted; those that are not timed count like the last timed one. */
export function createDirectTimings() {
  const paths = new Map<string, Map<number, Timed>>()
  let turn = 0
  return {
    /** The start time, or 0 for a request that is not timed. */
    begin: () => (turn++ % EVERY === 0 ? performance.now() : 0),
    /** Of one path. */
    recorder(path: string) {
      const timed = (): Timed => ({ buckets: createBuckets(RESPONSE_BOUNDS_MS), last: 0, lastMs: 0 })
      const [ok, same] = [timed(), timed()]
      paths.set(
        path,
        new Map([
          [200, ok],
          [304, same],
        ]),
      )
      return (status: number, began: number) => {
        const series = status === 304 ? same : ok
        if (began > 0) {
          series.lastMs = performance.now() - began
          series.last = bucketOf(RESPONSE_BOUNDS_MS, series.lastMs)
        }
        series.buckets.counts[series.last] = (series.buckets.counts[series.last] ?? 0) + 1
        series.buckets.sum += series.lastMs
      }
    },
    list: (): DirectTimes[] =>
      [...paths].flatMap(([path, byStatus]) =>
        [...byStatus].map(([status, { buckets }]) => ({ path, status, buckets })),
      ),
  }
}

export type DirectTimings = ReturnType<typeof createDirectTimings>
