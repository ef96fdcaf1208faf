const MOST_ENTRIES = 1_000

/** Shares answers for a short time, also with callers that ask while the answer is on its way. Errors are not kept. */
export function createCache<T>(keptMs: number, now = Date.now) {
  const entries = new Map<string, { until: number; value: Promise<T> }>()
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const known = entries.get(key)
      if (known && known.until > now()) return known.value
      if (entries.size >= MOST_ENTRIES) entries.clear()
      const value = load()
      const entry = { until: now() + keptMs, value }
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return value
    },
  }
}
