import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/write/actor.ts'

const MINUTE = 60_000
/** Milliseconds of evaluation for a caller in a minute. */
const MOST_WORK = 10_000
/** What a request costs even if it evaluates little. */
const LEAST_COST = 50
const MOST_CALLERS = 10_000

export type Budget = {
  /** Refuses a caller who has used up the minute. */
  enter(actor: Actor): void
  spend(actor: Actor, milliseconds: number): void
}

/** Limits how much evaluation each caller can ask this process for. */
export function createBudget(now: () => number = Date.now): Budget {
  const spent = new Map<string, { since: number; work: number }>()
  const entryOf = ({ type, id, name }: Actor) => {
    const key = `${type}:${id}:${name}`
    const known = spent.get(key)
    if (known && now() - known.since < MINUTE) return known
    if (spent.size >= MOST_CALLERS) spent.clear()
    const fresh = { since: now(), work: 0 }
    spent.set(key, fresh)
    return fresh
  }
  return {
    enter(actor) {
      const entry = entryOf(actor)
      if (entry.work >= MOST_WORK)
        throw new AppError('tooMany', { seconds: Math.ceil((entry.since + MINUTE - now()) / 1_000) })
      entry.work += LEAST_COST
    },
    spend(actor, milliseconds) {
      entryOf(actor).work += milliseconds
    },
  }
}
