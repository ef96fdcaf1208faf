import type { TimeSlice } from '../../insight/playground/index.ts'

const CHECK_MS = 2
/** On a busy machine, a request ends after this time, whatever it has done. */
const MOST_WAIT = 2_000

/** Measures work by CPU time, so that a busy machine does not make the answer smaller. */
export function createWorkClock(turn: TimeSlice, most: number) {
  const started = performance.now()
  let checked = started
  let before = process.threadCpuUsage()
  let worked = 0
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    worked += (user + system) / 1_000
    before = process.threadCpuUsage()
  }
  return {
    worked(): number {
      measure()
      return worked
    },
    /** Called after each step; yields to the event loop now and then. */
    isOver(): boolean | Promise<boolean> {
      const now = performance.now()
      if (now - checked < CHECK_MS) return false
      checked = now
      measure()
      if (worked > most || now - started > MOST_WAIT) return true
      const wait = turn()
      if (!wait) return false
      return wait.then(() => {
        checked = performance.now()
        // The time in between went to other requests.
        before = process.threadCpuUsage()
        return false
      })
    },
  }
}
