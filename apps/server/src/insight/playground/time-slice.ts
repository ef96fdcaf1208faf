import { setImmediate } from 'node:timers/promises'

/** Blocking the event loop for longer would delay the SDK requests of this process. */
const TURN_MS = 10

/** Await it between steps of long work: it yields to the event loop after the time slice is used up. */
export type TimeSlice = () => Promise<void> | undefined

export function createTimeSlice(): TimeSlice {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
