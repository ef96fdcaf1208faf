/** The "last used" time is only written again after this interval. */
const SEEN_MS = 3 * 60_000
const GATHER_MS = 250

/**
 * Stores when tokens were last used, debounced and in batches, so that no request waits for it. A failed write is
 * retried with the next use.
 */
export function createSeenMarks(store: (digests: string[]) => Promise<unknown>, now = Date.now) {
  const written = new Map<string, number>()
  let waiting = new Set<string>()
  const flush = async () => {
    const digests = [...waiting]
    waiting = new Set()
    await store(digests).catch(() => {
      for (const digest of digests) written.delete(digest)
    })
  }
  return (digest: string) => {
    const at = now()
    if (at - (written.get(digest) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return
    written.set(digest, at)
    if (waiting.size === 0) setTimeout(() => void flush(), GATHER_MS).unref()
    waiting.add(digest)
  }
}
