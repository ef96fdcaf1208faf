import { createHash } from 'node:crypto'
import { addressRange, networkRange } from '@flagstaff/delivery'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Note } from '../../platform/write/note.ts'
import { countAttempts, type Spent, uncountAttempt } from './attempts-queries.ts'

/** Stored as a digest, because people sometimes type their password into the name field. */
export const accountKey = (name: string): string =>
  `account:${createHash('sha256').update(name.trim().toLowerCase()).digest('base64url')}`

export const addressKey = (ip: string): string => `address:${addressRange(ip)}`

/** Undefined for IPv4, because an attacker rarely has many IPv4 addresses. */
export function networkKey(ip: string): string | undefined {
  const network = networkRange(ip)
  return network && `network:${network}`
}

/** Counts one attempt, sends the rate limit headers, and refuses the attempt if the limit is exceeded. */
export async function spend(reply: FastifyReply, who: string, most: number): Promise<void> {
  const attempts = await reply.server.note((db) => countAttempts(db, [who]))
  const used = attempts.get(who) ?? 0
  reply.headers(budgetHeaders(most, used))
  if (used > most) throw tooMany(secondsLeft())
}

/** Takes one attempt off the count again. */
export const refund = (note: Note, who: string): Promise<unknown> => note((db) => uncountAttempt(db, who))

export const budgetHeaders = (most: number, used: number, now = Date.now()) => ({
  'ratelimit-policy': `${most};w=60`,
  'ratelimit-limit': String(most),
  'ratelimit-remaining': String(Math.max(0, most - used)),
  'ratelimit-reset': String(secondsLeft(now)),
})

/** Seconds until the current minute ends. */
export const secondsLeft = (now = Date.now()): number => 60 - (Math.floor(now / 1000) % 60)

/** Seconds to wait after exceeding a rate limit, or 0. The wait doubles with each minute over the limit (backoff). */
export function waitAfter({ times, latest }: Pick<Spent, 'times' | 'latest'>, now = Date.now()): number {
  if (!latest) return 0
  const until = latest.getTime() + 2 ** (times - 1) * 60_000
  return Math.max(0, Math.ceil((until - now) / 1000))
}

export const tooMany = (seconds: number): AppError => new AppError('tooMany', { seconds })
