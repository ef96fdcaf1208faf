/** What is done again and again may take this share of the time at most: it waits the longer, the more there is to do. */
const MOST_SHARE = 1 / 20

/**
 * Does something again and again, never twice at once, and not sooner than the least wait. What goes wrong is tried
 * again next time. Gives back how to stop, which waits for what is under way.
 */
export function again(work: () => Promise<void>, leastMs: number): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    const started = performance.now()
    await work().catch(() => {})
    if (!stopped) wait((performance.now() - started) / MOST_SHARE)
  }
  const wait = (ms: number) => {
    timer = setTimeout(
      () => {
        running = run()
      },
      Math.max(leastMs, ms),
    ).unref()
  }
  wait(leastMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
