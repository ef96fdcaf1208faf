export type Side = 'ours' | 'theirs'

/** One thing that has another name on each side: an id, a secret. Requests and comparisons know both. */
export class Pair {
  readonly ours: unknown
  readonly theirs: unknown
  constructor(ours: unknown, theirs: unknown) {
    this.ours = ours
    this.theirs = theirs
  }
}

/** Puts the value of one side in the place of every pair. */
export function forSide(value: unknown, side: Side): unknown {
  if (value instanceof Pair) return value[side]
  if (Array.isArray(value)) return value.map((one) => forSide(one, side))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, forSide(one, side)]))
}

/** Remembers which value of ours stands for which of theirs. */
export class Twins {
  readonly #known = new Map<unknown, Set<unknown>>()

  add({ ours, theirs }: Pair) {
    this.#known.set(ours, (this.#known.get(ours) ?? new Set()).add(theirs))
  }

  are(ours: unknown, theirs: unknown): boolean {
    return this.#known.get(ours)?.has(theirs) ?? false
  }
}
