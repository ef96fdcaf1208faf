import { hash } from 'node:crypto'

/** A random number generator seeded with a text. */
export type Random = {
  /** An integer below the bound. */
  below(bound: number): number
  pick<T>(some: readonly T[]): T
  /** True once in this many times, on average. */
  once(inSoMany: number): boolean
}

export function createRandom(text: string): Random {
  let state = Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    pick: (some) => {
      if (some.length === 0) throw new Error('nothing to pick from')
      return some[below(some.length)] as (typeof some)[number]
    },
    once: (inSoMany) => below(inSoMany) === 0,
  }
}
