/**
 * The outcome of one attempt to set a flag: `maybe` if there was no response, or one that leaves it open; `lost` if the
 * database was restored to an earlier state.
 */
export type Outcome = 'acknowledged' | 'refused' | 'maybe' | 'lost'
export type Attempt = {
  flag: string
  value: string
  /** Measured with a monotonic clock. */
  started: number
  ended: number
  outcome: Outcome
}

export type History = {
  add(attempt: Attempt): void
  attempts(): readonly Attempt[]
  /** Marks all attempts since then as lost by a restore. */
  lostSince(time: number): void
  /** Values that contradict the responses: refused, lost, or replaced by a later acknowledged change. */
  violations(found: ReadonlyMap<string, string>): string[]
  /** Of values that were served, those whose change was refused. */
  refusedIn(seen: ReadonlySet<string>): string[]
}

/** Every flag has one value at a time, and each value is used once, so a value identifies its attempt. */
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
    refusedIn: (seen) =>
      attempts
        .filter(({ value, outcome }) => outcome === 'refused' && seen.has(value))
        .map(({ flag, value }) => `${flag} was served as ${value}, which was refused`),
  }
}
