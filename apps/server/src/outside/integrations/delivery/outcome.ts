// What the response of a receiver means.

export type Outcome =
  | { kind: 'done' }
  | { kind: 'wait'; seconds: number }
  /** The receiver does not work now: the event is sent again later. */
  | { kind: 'receiver' }
  /** The receiver refuses this event. */
  | { kind: 'refused' }

const DEFAULT_WAIT = 30
const LONGEST_WAIT = 3_600
const receiverFaults: ReadonlySet<number> = new Set([401, 403, 404, 408, 410])

export function outcomeOf(status: number | undefined, retryAfter: string | null, now: Date): Outcome {
  if (status === undefined || status >= 500 || receiverFaults.has(status)) return { kind: 'receiver' }
  if (status >= 200 && status < 300) return { kind: 'done' }
  if (status === 429) return { kind: 'wait', seconds: waitOf(retryAfter, now) }
  // A redirect is not followed: the address is wrong.
  return status < 400 ? { kind: 'receiver' } : { kind: 'refused' }
}

/** `Retry-After` is a number of seconds or a date. */
function waitOf(text: string | null, now: Date): number {
  if (text === null || text.trim() === '') return DEFAULT_WAIT
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), LONGEST_WAIT) : DEFAULT_WAIT
}

const WAITS = [1, 5, 30, 120, 600]
const LAST_WAIT = 1_800

/** Seconds until the next attempt after this many failures in a row, a tenth more or less. */
export const backoff = (failures: number, random: number): number =>
  (WAITS[failures - 1] ?? LAST_WAIT) * (0.9 + random * 0.2)

/** A refused event is tried this often, over two minutes. */
export const REFUSALS = 5
export const REFUSAL_SECONDS = 30
/** If more are set aside within an hour, something is wrong with the receiver. */
export const MOST_SET_ASIDE = 20
export const GIVE_UP_DAYS = 7
