/** The fastest of several runs, in milliseconds, to exclude interference. */
export async function quickest(work: () => unknown, runs = 5): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** Shorter measurements say more about the clock than about the work. */
const LEAST_MS = 0.5

/** How many times longer one takes than the other. Both are measured in one run, so a slow machine affects both. */
export async function ratio(work: () => unknown, reference: () => unknown): Promise<number> {
  const [ours, theirs] = [await quickest(work), await quickest(reference)]
  return ours / Math.max(theirs, LEAST_MS)
}
