/** A seeded random number generator, so that a run can be repeated. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** Some of them, without duplicates. */
  some<T>(from: readonly T[], count: number): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return {
    next,
    pick,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    some: (from, count) => {
      const left = [...from]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [chosen] = left.splice(Math.floor(next() * left.length), 1)
        return chosen as (typeof left)[number]
      })
    },
  }
}
