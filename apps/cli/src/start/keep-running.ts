import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 500
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Who ran this long has not failed at its start. */
const STEADY_MS = 60_000

type Kept = {
  hasEnded(): boolean
  start(): Promise<void>
  say(text: string): void
  /** Where PostgreSQL says why it ended. */
  log: string
}

/** Starts PostgreSQL again whenever it ends, after a growing wait. */
export function keepRunning({ hasEnded, start, say, log }: Kept) {
  const stopping = new AbortController()
  const { signal } = stopping
  const working = work()
  return {
    /** Waits for a start that is under way. */
    async stop() {
      stopping.abort()
      await working
    },
  }

  async function work() {
    let wait = FIRST_WAIT_MS
    let startedAt = performance.now()
    while (!signal.aborted) {
      await sleep(LOOK_MS)
      if (signal.aborted || !hasEnded()) continue
      if (performance.now() - startedAt > STEADY_MS) wait = FIRST_WAIT_MS
      say(`PostgreSQL has ended. It is started again in ${wait / 1_000} s; ${log} says why it ended.`)
      await sleep(wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      if (signal.aborted) return
      try {
        await start()
        startedAt = performance.now()
        say('PostgreSQL runs again.')
      } catch (error) {
        say((error as Error).message)
      }
    }
  }

  // Alone, it does not keep the process running.
  async function sleep(ms: number) {
    await pause(ms, undefined, { signal, ref: false }).catch(() => {})
  }
}
