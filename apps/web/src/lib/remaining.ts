import type { Refusal } from './session.ts'

/** How many more fit below a limit. Warn from 90 % on. */
export type Remaining = { left: number; isNear: boolean; isFull: boolean }

/** Undefined while a number is unknown, or without a limit. */
export function remainingOf(
  count: number | undefined,
  limit: number | null | undefined,
): Remaining | undefined {
  if (count === undefined || limit === undefined || limit === null) return undefined
  const left = Math.max(0, limit - count)
  return { left, isNear: left > 0 && left <= Math.max(1, limit / 10), isFull: left === 0 }
}

/** A warning near a limit, and the reason for refusing at it. Counts only what the user can see. */
export type RoomWords = { note: string | undefined; full: Refusal }
