/**
 * What became of one attempt to give a flag a value: `maybe` when no answer came, or one that leaves it open; `lost`
 * when the database went back to a state before it.
 */
export type Outcome = 'acknowledged' | 'refused' | 'maybe' | 'lost'
export type Attempt = {
  flag: string
  value: string
  /** By one clock that only goes forward. */
  started: number
  ended: number
  outcome: Outcome
}

export type History = {
  add(attempt: Attempt): void
  attempts(): readonly Attempt[]
  /** The database lost everything that was attempted since then. */
  lostSince(time: number): void
  /** What contradicts what was answered: a value that was refused or lost, or one that a later change replaced. */
  violations(found: ReadonlyMap<string, string>): string[]
}

/** Every flag has one value at a time, and every value is given once, so a value tells which attempt it came from. */
export function createHistory(start: ReadonlyMap<string, string>): History {
  const attempts: Attempt[] = [...start].map(([flag, value]) => ({
    flag,
    value,
    started: -1,
    ended: -1,
    outcome: 'acknowledged',
  }))
  return {
    add: (attempt) => void attempts.push(attempt),
    attempts: () => attempts,
    lostSince(time) {
      for (const attempt of attempts) if (attempt.started >= time) attempt.outcome = 'lost'
    },
    violations: (found) =>
      [...start.keys()].flatMap((flag) => {
        const value = found.get(flag)
        const own = attempts.filter((attempt) => attempt.flag === flag)
        const from = own.find((attempt) => attempt.value === value)
        if (!from) return [`${flag} is ${value}, which nobody gave it`]
        if (from.outcome === 'refused' || from.outcome === 'lost')
          return [`${flag} is ${value}, which was ${from.outcome}`]
        const later = own.find((other) => other.outcome === 'acknowledged' && other.started > from.ended)
        return later ? [`${flag} is ${value}, but ${later.value} was acknowledged after it`] : []
      }),
  }
}
