import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { countAttempts, type Excess } from './attempts-queries.ts'

/** By digest: people type passwords where their name belongs. */
export const accountKey = (name: string): string =>
  `account:${createHash('sha256').update(name.trim().toLowerCase()).digest('base64url')}`

export const addressKey = (ip: string): string => `address:${networkOf(ip)}`

/** One household has one IPv4 address, but a whole /64 of IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? ip).split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Counts one attempt, tells the caller what is left, and refuses it when there were too many in this minute. */
export async function spend(reply: FastifyReply, who: string, most: number): Promise<void> {
  const attempts = await reply.server.note((db) => countAttempts(db, [who]))
  const used = attempts.get(who) ?? 0
  reply.headers(budgetHeaders(most, used))
  if (used > most) throw tooMany(secondsLeft())
}

export const budgetHeaders = (most: number, used: number, now = Date.now()) => ({
  'ratelimit-policy': `${most};w=60`,
  'ratelimit-limit': String(most),
  'ratelimit-remaining': String(Math.max(0, most - used)),
  'ratelimit-reset': String(secondsLeft(now)),
})

/** Of this minute. */
export const secondsLeft = (now = Date.now()): number => 60 - (Math.floor(now / 1000) % 60)

/** Whoever goes over the budget again and again waits twice as long each time: seconds from now, 0 for none. */
export function waitAfter({ times, latest }: Excess, now = Date.now()): number {
  const until = latest.getTime() + 2 ** (times - 1) * 60_000
  return Math.max(0, Math.ceil((until - now) / 1000))
}

export const tooMany = (seconds: number): AppError => new AppError('tooMany', { seconds })
