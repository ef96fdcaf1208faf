import { hash } from 'node:crypto'
import { addressRange, networkRange } from './networks.ts'

/** The limit of a network, as a multiple of the limit of one IP address. */
const NETWORK_FACTOR = 10
const MOST_KEYS = 200_000
/** Untrusted callers choose the keys, so long ones are stored as digests. */
const LONGEST_KEY = 100

export type Budget = {
  /** Spends up to `amount`, and returns how much was within the limit. */
  spend(key: string, amount?: number): number
}

/** A rate limit per key, in fixed windows. */
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

/** A rate limit per IP address, and ten times that per network: an IPv6 user has an unlimited number of addresses. */
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
