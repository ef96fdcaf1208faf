/** The maximum fraction of time that repeated work can take: the longer it takes, the longer the pause. */
const MOST_SHARE = 1 / 20

/**
 * Repeats `work`, never concurrently, with a minimum interval. A failure is retried at the next run. Returns a function
 * that stops it and waits for the current run.
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
