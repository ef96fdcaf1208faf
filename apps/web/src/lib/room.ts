/** How many more fit below a limit. It is worth a word from the last tenth on. */
export type Room = { left: number; isNear: boolean; isFull: boolean }

/** Undefined while either number is unknown, or where there is no limit. */
export function roomOf(count: number | undefined, limit: number | null | undefined): Room | undefined {
  if (count === undefined || limit === undefined || limit === null) return undefined
  const left = Math.max(0, limit - count)
  return { left, isNear: left > 0 && left <= Math.max(1, limit / 10), isFull: left === 0 }
}
