export type Side = 'ours' | 'theirs'

/** A value that differs between the servers, such as an id or a secret. Requests and comparisons use both. */
export class Pair {
  readonly ours: unknown
  readonly theirs: unknown
  constructor(ours: unknown, theirs: unknown) {
    this.ours = ours
    this.theirs = theirs
  }
}

/** Replaces every pair by the value of one side. */
export function forSide(value: unknown, side: Side): unknown {
  if (value instanceof Pair) return value[side]
  if (Array.isArray(value)) return value.map((one) => forSide(one, side))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, forSide(one, side)]))
}

/** Records which of our values corresponds to which of theirs. */
export class Twins {
  readonly #known = new Map<unknown, Set<unknown>>()

  add({ ours, theirs }: Pair) {
    this.#known.set(ours, (this.#known.get(ours) ?? new Set()).add(theirs))
  }

  are(ours: unknown, theirs: unknown): boolean {
    return this.#known.get(ours)?.has(theirs) ?? false
  }
}
