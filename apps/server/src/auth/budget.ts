import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '../platform/errors.ts'
import type { Note } from '../platform/note.ts'
import { countAttempts } from './queries.ts'

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

/** Counts one attempt and refuses it when there were too many in this minute. */
export async function spend(note: Note, who: string, most: number): Promise<void> {
  const attempts = await note((db) => countAttempts(db, [who]))
  if ((attempts.get(who) ?? 0) > most) throw tooMany()
}

export const tooMany = (now = Date.now()): AppError =>
  new AppError('tooMany', { seconds: 60 - (Math.floor(now / 1000) % 60) })
