import type { Tick } from './watchdog.ts'

/** Older ticks are refused: nobody knows what came after them. */
export const STALE_MS = 10_000
/** Before its first tick, a node only has its own clock, which may be wrong. */
const CLOCK_MS = 600_000
/** How far two clocks may drift apart, as a fraction of the time since they were compared. */
const DRIFT = 0.001

type Clocks = { now?: () => number; elapsed?: () => number }

/**
 * Refuses ticks that were sent again or held back. Anyone who can publish in NATS can record ticks without the key, and
 * each of them says that the state it names is the newest.
 */
export function createTickGuard({ now = Date.now, elapsed = () => performance.now() }: Clocks = {}) {
  let last: { at: number; count: number } | undefined
  /** How far the clock of the database is ahead of `elapsed`, by the tick that arrived fastest. */
  let clock: { ahead: number; at: number } | undefined
  const aheadNow = (at: number) => clock && clock.ahead - (at - clock.at) * DRIFT
  return {
    /** Throws if the tick says nothing about the present. */
    check({ at, count = 0 }: Tick): void {
      // Servers of older versions send no time. Once one of them sends it, a tick without it is a recorded one.
      if (at === undefined && last) throw new Error('a tick of the backbone has no time')
      if (at === undefined) return
      if (last && (at < last.at || (at === last.at && count <= last.count)))
        throw new Error(
          'a tick of the backbone was sent again, or the clock of the database was set back; it is ignored',
        )
      const here = elapsed()
      const ahead = aheadNow(here)
      if (ahead === undefined ? Math.abs(now() - at) > CLOCK_MS : here + ahead - at > STALE_MS)
        throw new Error(
          'a tick of the backbone is too old; it was held back, or the clock of this node or of the database is wrong',
        )
      last = { at, count }
      if (ahead === undefined || at - here >= ahead) clock = { ahead: at - here, at: here }
    },
    /** Upstream is asked now, so the clock of the database can be learned again. Ticks are still in order. */
    forgetClock() {
      clock = undefined
    },
  }
}
