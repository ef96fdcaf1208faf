import { setImmediate } from 'node:timers/promises'

/** Longer turns would be felt by the SDKs that this process serves meanwhile. */
const TURN_MS = 10

/** To be awaited between two steps of long work: lets others go first when it was our turn for long enough. */
export type Turn = () => Promise<void> | undefined

export function createTurn(): Turn {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
