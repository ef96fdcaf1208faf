const PATIENCE_MS = 60_000

/** The status of a response whose body does not matter, or 0 if there is none. */
export const statusOf = (url: string, init: RequestInit): Promise<number> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 0,
  )
