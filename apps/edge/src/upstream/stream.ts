import { digestOf, parseMark, toMark } from '@flagstaff/delivery'
import { createReader } from './messages.ts'
import type { Source } from './source.ts'
import type { Upstream } from './upstream.ts'
import { readEvents } from './wire.ts'

/** Longer than two heartbeats: a silent stream is a dead one. */
const SILENCE_MS = 50_000

/** How a stream came to its end; `refused` when upstream offers none. */
export type Ending = { refused: boolean; status?: number }

/** Follows one source until the stream ends. */
export async function follow(upstream: Upstream, source: Source, signal: AbortSignal): Promise<Ending> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENCE_MS)
    source.heard()
  }
  try {
    const response = await upstream.get('/api/client/streaming', source.secret, {
      headers: {
        accept: 'text/event-stream',
        ...(source.mark === undefined ? {} : { 'last-event-id': source.mark.tag }),
      },
      signal: AbortSignal.any([signal, silent.signal]),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { refused: REFUSALS.has(response.status) || response.ok, status: response.status }
    }
    alive()
    let moved = false
    const read = createReader(({ event, id, data }) => {
      if (event === 'fetch-mode') moved = data === 'polling'
      else take(source, id, data)
    })
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      alive()
      read(piece)
      if (moved) return { refused: true }
      // What is doubted is asked for again, not built upon.
      if (source.held) return { refused: false }
    }
    return { refused: false }
  } finally {
    clearTimeout(timer)
  }
}

function take(source: Source, id: string | undefined, data: string) {
  const events = readEvents(data)
  const revision = events.at(-1)?.eventId
  // Servers of Unleash name their states by numbers alone; what came with it tells two of the same number apart.
  if (revision !== undefined) source.take(events, parseMark(id) ?? toMark(revision, digestOf(data)))
}

/** No such address, not for this caller, or too many readers: ask now and then instead. */
const REFUSALS = new Set([404, 405, 429, 501])
