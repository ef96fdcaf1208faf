import { digestOf } from '@flagstaff/delivery'

/** How often upstream must repeat an answer that leaves out so many flags. */
export const CONFIRMATIONS = 3

/** An answer that is not believed yet. */
export type Held = { missing: number; of: number; confirmations: number }

/**
 * An answer that leaves out more than a share of the flags looks like a fault of upstream. It is believed once upstream
 * has repeated it, so that flags that were really deleted go too.
 */
export function createShrinkGuard(mostMissing: number) {
  let held: (Held & { names: string }) | undefined
  return {
    get held(): Held | undefined {
      return held
    },
    /** Whether to take in an answer with these flags, by one who has those. */
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
