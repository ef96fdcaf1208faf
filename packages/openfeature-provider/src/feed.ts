import { type Connection, Refused } from './connection.ts'
import { readMessages } from './sse.ts'
import type { State } from './state.ts'

/** The server sends the first bytes of a stream at once, and then at least a comment every 20 seconds. */
const OPEN_MS = 10_000
const SILENCE_MS = 60_000
const FIRST_DELAY_MS = 250

type FeedOptions = {
  connection: Connection
  state: State
  mode: 'streaming' | 'polling'
  pollIntervalMs: number
  /** The flags are those of the server; `changed` are the names of flags that changed. */
  onCurrent(changed: string[]): void
  /** The server could not be reached, or refused. */
  onFailure(error: Error): void
}

/** Keeps the state up to date until it is stopped. It uses a stream, and polls when no stream is open. */
export function startFeed({ connection, state, mode, pollIntervalMs, ...listeners }: FeedOptions) {
  const stopping = new AbortController()
  let failures = 0

  const take = (body: string, mark: string) => {
    const changed = state.apply(body, mark)
    failures = 0
    listeners.onCurrent(changed)
  }

  const nothingNew = () => {
    failures = 0
    listeners.onCurrent([])
  }

  const poll = async () => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(OPEN_MS)])
    const response = await connection.get(
      '/api/client/delta',
      markHeader('If-None-Match', state.mark),
      signal,
    )
    const mark = response.headers.get('etag')?.replace(/^(?:W\/)?"|"$/g, '') ?? ''
    if (response.status !== 304) return take(await response.text(), mark)
    await response.body?.cancel()
    nothingNew()
  }

  /** Returns when the stream ends. */
  const follow = async () => {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), OPEN_MS)
    const onBytes = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    try {
      const response = await connection.get(
        '/api/client/streaming',
        { Accept: 'text/event-stream', ...markHeader('Last-Event-ID', state.mark) },
        AbortSignal.any([stopping.signal, silence.signal]),
      )
      if (!response.body) throw new Error('the stream has no body')
      for await (const { id, data } of readMessages(response.body, onBytes)) {
        if (data !== '' && id !== '') take(data, id)
        // A comment after the reconnect says that nothing was missed.
        else if (state.mark !== undefined) nothingNew()
      }
    } finally {
      clearTimeout(timer)
    }
  }

  const attempt = async () => {
    if (mode === 'streaming') {
      try {
        await follow()
      } catch {
        // Polling shows whether the server is away, or only its stream.
      }
      if (stopping.signal.aborted) return 0
    }
    const before = failures
    try {
      await poll()
      // The stream is tried less and less often while polling works.
      if (mode === 'streaming') failures = before + 1
      return 0
    } catch (error) {
      failures = before + 1
      if (!stopping.signal.aborted) listeners.onFailure(toError(error))
      return error instanceof Refused ? error.retryAfterMs : 0
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const retryAfterMs = await attempt()
      const healthy = mode === 'polling' && failures === 0
      const delay = healthy ? pollIntervalMs : Math.min(pollIntervalMs, FIRST_DELAY_MS * 2 ** (failures - 1))
      // Random, so that the clients of a restarted server do not all return at the same moment.
      await pause(Math.max(retryAfterMs, delay) * (0.75 + Math.random() / 2), stopping.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const markHeader = (name: string, mark: string | undefined): Record<string, string> =>
  mark === undefined ? {} : { [name]: `"${mark}"` }

export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
