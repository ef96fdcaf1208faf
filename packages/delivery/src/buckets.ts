/** Counts of values by size. Adding one costs a search through a few numbers and allocates nothing. */
export type Buckets = {
  readonly bounds: readonly number[]
  /** One count per bound, and a last one for larger values. */
  readonly counts: Float64Array
  sum: number
}

export const createBuckets = (bounds: readonly number[]): Buckets => ({
  bounds,
  counts: new Float64Array(bounds.length + 1),
  sum: 0,
})

export function bucketOf(bounds: readonly number[], value: number): number {
  let index = 0
  while (index < bounds.length && value > (bounds[index] as number)) index += 1
  return index
}

export function addTo(buckets: Buckets, value: number) {
  const index = bucketOf(buckets.bounds, value)
  buckets.counts[index] = (buckets.counts[index] ?? 0) + 1
  buckets.sum += value
}
