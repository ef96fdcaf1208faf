import type { Db } from '../platform/database.ts'
import { countAttempts, listExcesses } from './attempts-queries.ts'
import { accountKey, addressKey, waitAfter } from './budget.ts'
import { isKnownAddress } from './queries.ts'

/** All addresses together may try this many times as often as one: a swarm is stopped, a busy morning is not. */
const EVERYBODY = 100

type Attempt = { username: string; ip: string; most: number }

export type Counted = {
  /** Of this address, in this minute. */
  attempts: number
  /** Seconds until the next attempt is looked at; 0 where this one is. */
  wait: number
  isFirstRefused: boolean
}

/** Counts an attempt to sign in against the budgets of the account, of the address, and of everybody. */
export async function countSignIn(db: Db, { username, ip, most }: Attempt): Promise<Counted> {
  const [account, address, everybody] = [accountKey(username), addressKey(ip), 'everybody']
  const budgets = new Map([
    [account, most],
    [address, most],
    [everybody, most * EVERYBODY],
  ])
  const attempts = await countAttempts(db, [...budgets.keys()])
  const excesses = await listExcesses(db, budgets)
  const waitOf = (who: string) => {
    const excess = excesses.get(who)
    return excess ? waitAfter(excess) : 0
  }
  const byOthers = Math.max(waitOf(account), waitOf(everybody))
  // Whoever guesses from elsewhere must not lock the owner out.
  const spared = byOthers > 0 && (await isKnownAddress(db, username, ip))
  return {
    attempts: attempts.get(address) ?? 0,
    wait: Math.max(waitOf(address), spared ? 0 : byOthers),
    isFirstRefused: [...budgets].some(([who, budget]) => attempts.get(who) === budget + 1),
  }
}
