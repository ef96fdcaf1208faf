/**
 * Runs `work` once at a time. A call during a run returns that run; with `isFresh`, it waits for that run and starts
 * another, which sees all that happened before the call.
 */
export function singleFlight(
  work: (isFresh: boolean) => Promise<void>,
): (isFresh?: boolean) => Promise<void> {
  let running: Promise<void> | undefined
  return (isFresh = false) => {
    if (running && !isFresh) return running
    const before = running?.catch(() => {})
    const run = Promise.resolve(before)
      .then(() => work(isFresh))
      .finally(() => {
        if (running === run) running = undefined
      })
    running = run
    return run
  }
}
