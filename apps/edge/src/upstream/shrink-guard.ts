import { digestOf } from '@flagstaff/delivery'

/** How often upstream must repeat a response that removes too many flags. */
export const CONFIRMATIONS = 3

/** A response that is held back. */
export type Held = { missing: number; of: number; confirmations: number }

/**
 * A response that removes more than a fraction of the flags looks like an error of upstream. It is accepted once
 * upstream has repeated it, so that flags that were really deleted are removed.
 */
export function createShrinkGuard(mostMissing: number) {
  let held: (Held & { names: string }) | undefined
  return {
    get held(): Held | undefined {
      return held
    },
    /** Whether to accept a response with the flags `after`, given the current flags `before`. */
    admit(before: readonly string[], after: ReadonlySet<string>): boolean {
      const missing = before.filter((name) => !after.has(name)).length
      const names = digestOf(JSON.stringify([...after].sort()))
      const confirmations = held?.names === names ? held.confirmations + 1 : 0
      const isAdmitted = missing <= before.length * mostMissing || confirmations >= CONFIRMATIONS
      held = isAdmitted ? undefined : { missing, of: before.length, confirmations, names }
      return isAdmitted
    },
  }
}
