/** The fastest of several runs, in milliseconds: what the work costs when nothing else gets in between. */
export async function quickest(work: () => unknown, runs = 5): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** Below this a measurement says more about the clock than about the work. */
const LEAST_MS = 0.5

/** How many times as long one takes as the other. Both are measured in this run, so a slow machine slows both. */
export async function ratio(work: () => unknown, reference: () => unknown): Promise<number> {
  const [ours, theirs] = [await quickest(work), await quickest(reference)]
  return ours / Math.max(theirs, LEAST_MS)
}
