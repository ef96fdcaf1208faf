/**
 * Runs `work` on demand, never concurrently and at most once per `leastMs`. A call is resolved by a run that began
 * after it; calls during a run share the next one.
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
    // A caller that timed out must not cause an unhandled rejection.
    promise.catch(() => {})
    if (!running) void run()
    return promise
  }
}

/** Whether the promise resolves within the timeout. */
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
