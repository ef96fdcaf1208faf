import { AppError } from '../errors.ts'
import type { Actor } from '../write/actor.ts'

const MINUTE = 60_000
/** Milliseconds of work for a caller in a minute. */
const MOST_WORK = 10_000
const MOST_CALLERS = 10_000

export type WorkBudget = {
  /** Refuses a caller who has used up the minute. */
  enter(actor: Actor): void
  spend(actor: Actor, milliseconds: number): void
}

type Options = { least: number; now?: () => number }

/** Limits how much work each caller can ask this process for. Every request costs at least `least` milliseconds. */
export function createWorkBudget({ least, now = Date.now }: Options): WorkBudget {
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
      entry.work += least
    },
    spend(actor, milliseconds) {
      entryOf(actor).work += milliseconds
    },
  }
}
