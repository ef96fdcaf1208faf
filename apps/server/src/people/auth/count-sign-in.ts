import type { Db } from '../../platform/database/database.ts'
import { spendBudgets } from './attempts-queries.ts'
import { accountKey, addressKey, networkKey, waitAfter } from './budget.ts'
import { isKnownAddress } from './queries.ts'

/** Rate limits, as multiples of the limit of one address. */
const NETWORK = 10
/** More than the limit of one address, so that one address alone cannot lock an account. */
const ACCOUNT = 2
const EVERYBODY = 100

type Attempt = { username: string; ip: string; most: number }

export type Counted = {
  /** Attempts by this address in the current minute. */
  attempts: number
  /** Seconds until the next attempt is allowed; 0 if this one is. */
  wait: number
  isFirstRefused: boolean
  /** There is a flood of sign-ins and this address is unknown, so the password is checked in the slow queue. */
  isSlow: boolean
}

/**
 * Counts a sign-in attempt against each rate limit, from the narrowest to the widest. An attempt that a narrow limit
 * refuses does not count towards the wider ones, so one caller cannot use up a shared limit.
 */
export async function countSignIn(db: Db, { username, ip, most }: Attempt): Promise<Counted> {
  const [account, address, network] = [accountKey(username), addressKey(ip), networkKey(ip)]
  const own = await spend(db, [[address, most]])
  const answer = ({ wait, isFirstOver }: Charge, isSlow = false): Counted => ({
    attempts: own.attempts,
    wait,
    isFirstRefused: isFirstOver,
    isSlow,
  })
  if (own.wait > 0) return answer(own)

  if (network) {
    const budgets = [
      [network, most * NETWORK],
      [`${network} ${account}`, most],
    ] as const
    const near = await spend(db, budgets)
    if (near.wait > 0) return answer(near)
  }

  // Guesses from other addresses must not lock out the owner.
  const isKnown = () => isKnownAddress(db, username, ip)
  const shared = await spend(db, [[account, most * ACCOUNT]])
  if (shared.wait > 0 && !(await isKnown())) return answer(shared)

  const all = await spend(db, [['everybody', most * EVERYBODY]])
  return answer(allowed, all.wait > 0 && !(await isKnown()))
}

type Charge = { attempts: number; wait: number; isFirstOver: boolean }

const allowed: Charge = { attempts: 0, wait: 0, isFirstOver: false }

async function spend(db: Db, budgets: readonly (readonly [string, number])[]): Promise<Charge> {
  const spent = await spendBudgets(db, new Map(budgets))
  return {
    attempts: spent[0]?.attempts ?? 0,
    wait: Math.max(...spent.map((one) => waitAfter(one))),
    isFirstOver: spent.some(({ attempts, most }) => attempts === most + 1),
  }
}
