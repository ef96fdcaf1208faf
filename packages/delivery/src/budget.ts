import { hash } from 'node:crypto'
import { addressRange, networkRange } from './networks.ts'

/** Networks may spend this many times what one address may. */
const NETWORK_FACTOR = 10
const MOST_KEYS = 200_000
/** Strangers choose what is in a key, so a long one is kept as its digest. */
const LONGEST_KEY = 100

export type Budget = {
  /** How much of the amount is within the budget; that much is spent. */
  spend(key: string, amount?: number): number
}

/** So much per key in each window of time. */
export function createBudget(most: number, windowMs: number, now = Date.now): Budget {
  let window = 0
  let spent = new Map<string, number>()
  return {
    spend(of, amount = 1) {
      const key = of.length > LONGEST_KEY ? hash('sha256', of, 'base64') : of
      const current = Math.floor(now() / windowMs)
      if (current !== window || spent.size > MOST_KEYS) {
        window = current
        spent = new Map()
      }
      const used = spent.get(key) ?? 0
      const granted = Math.max(0, Math.min(amount, most - used))
      if (granted > 0) spent.set(key, used + granted)
      return granted
    },
  }
}

/** The same per address, and ten times as much per network: whoever has IPv6 has more addresses than anybody can count. */
export function createAddressBudget(most: number, windowMs: number, now = Date.now) {
  const addresses = createBudget(most, windowMs, now)
  const networks = createBudget(most * NETWORK_FACTOR, windowMs, now)
  return {
    spend(ip: string, what = '', amount = 1): number {
      const network = networkRange(ip)
      const within = network === undefined ? amount : networks.spend(`${network} ${what}`, amount)
      return addresses.spend(`${addressRange(ip)} ${what}`, within)
    },
  }
}
