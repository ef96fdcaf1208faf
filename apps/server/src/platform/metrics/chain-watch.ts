import type { Reader } from '../database/database.ts'
import type { ChainPosition } from '../write/anchor.ts'
import { positionBefore, verifyAfter } from '../write/verify.ts'

/** How many events are verified first; later ones follow as they are written. */
const LAST_EVENTS = 1_000

/** Verifies the newest part of the event log, continuing where the last call ended. */
export function createChainWatch(db: Reader) {
  let position: ChainPosition | undefined
  let brokenAt: number | undefined
  return {
    brokenAt: () => brokenAt,
    checkedTo: () => position?.revision,
    async check() {
      if (brokenAt !== undefined) return
      position ??= await positionBefore(db, LAST_EVENTS)
      const { brokenAt: found, ...reached } = await verifyAfter(db, position)
      position = reached
      brokenAt = found
    },
  }
}
