const MOST_PER_MINUTE = 10
const MINUTE_MS = 60_000

/** Which errors of browsers are logged: a page that fails in a loop must not fill the log. */
export function createErrorLog(now: () => number = Date.now) {
  let minute = 0
  let counts = new Map<number, number>()
  return {
    /** Counts one error of an account. False if it has had its share of this minute. */
    admits(userId: number): boolean {
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      const count = (counts.get(userId) ?? 0) + 1
      counts.set(userId, count)
      return count <= MOST_PER_MINUTE
    },
  }
}

export const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}…`
