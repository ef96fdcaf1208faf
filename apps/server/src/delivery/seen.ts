/** How old "last used" may grow before it is written again. */
const SEEN_MS = 3 * 60_000
const GATHER_MS = 250

/**
 * Notes when tokens were last used, a little later and many at once: no request waits for it. What could not be
 * written is written with the next use.
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
