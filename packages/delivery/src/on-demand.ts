/**
 * Runs `work` whenever it is asked for, never twice at once and at most once in `leastMs`. A call is answered by a run
 * that began after it; calls that come while one is under way share the next.
 */
export function onDemand(work: () => Promise<unknown>, leastMs = 0): () => Promise<void> {
  let running = false
  let next: PromiseWithResolvers<void> | undefined
  let startedAt = Number.NEGATIVE_INFINITY

  const run = async () => {
    running = true
    while (next) {
      const wait = startedAt + leastMs - performance.now()
      if (wait > 0) await new Promise((done) => setTimeout(done, wait))
      startedAt = performance.now()
      const { resolve, reject } = next
      next = undefined
      await work().then(() => resolve(), reject)
    }
    running = false
  }
  return () => {
    next ??= Promise.withResolvers<void>()
    const { promise } = next
    // Whoever stopped waiting must not make a failure look unhandled.
    promise.catch(() => {})
    if (!running) void run()
    return promise
  }
}

/** Whether it succeeds within the time. */
export function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    promise.then(
      () => resolve(true),
      () => resolve(false),
    )
    promise.finally(() => clearTimeout(timer)).catch(() => {})
  })
}
