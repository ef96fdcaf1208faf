import { setTimeout as later } from 'node:timers/promises'

/** After this time a process counts as hanging; it is not a performance limit, so a machine can be very busy. */
export const PATIENCE_MS = 400_000

/** Polls until the condition holds; on a timeout, throws with the last problem. */
export async function until(what: string, holds: () => Promise<unknown> | unknown, patienceMs = PATIENCE_MS) {
  const end = performance.now() + patienceMs
  let last: unknown
  while (performance.now() < end) {
    try {
      last = await holds()
      if (last === true) return
    } catch (error) {
      last = error
    }
    await later(50)
  }
  throw new Error(`${what}: never came true (last: ${String(last).slice(0, 500)})`)
}
