import type { ClientDelta } from '@flagstaff/contract/delta'
import { createReader } from './messages.ts'
import type { Source } from './source.ts'
import type { Upstream } from './upstream.ts'

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
        ...(source.revision === undefined ? {} : { 'last-event-id': String(source.revision) }),
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
    const read = createReader(({ event, data }) => {
      if (event === 'fetch-mode') moved = data === 'polling'
      else source.take((JSON.parse(data) as ClientDelta).events)
    })
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      alive()
      read(piece)
      if (moved) return { refused: true }
    }
    return { refused: false }
  } finally {
    clearTimeout(timer)
  }
}

/** No such address, not for this caller, or too many readers: ask now and then instead. */
const REFUSALS = new Set([404, 405, 429, 501])
