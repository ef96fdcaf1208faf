import type { Difference } from './compare.ts'
import type { Exchange } from './player.ts'

/** A difference we stand by, and why. Every entry has to be met; one that is not has lost its reason. */
export type Allowed = {
  name: string
  because: string
  operations?: RegExp
  at: RegExp
  kind?: Difference['kind'][]
  when?: (difference: Difference, exchange: Exchange) => boolean
}

export const allowed: Allowed[] = []
