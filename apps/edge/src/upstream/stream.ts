import { DISCONNECT_EVENT, digestOf, parseMark, toMark } from '@flagstaff/delivery'
import { createReader } from './messages.ts'
import type { Source } from './source.ts'
import type { Upstream } from './upstream.ts'
import { readEvents } from './wire.ts'

/** Longer than two heartbeats: a stream that is silent for so long is dead. */
const SILENCE_MS = 50_000

/** How a stream ended; `refused` if upstream does not offer streaming. */
export type Ending = { refused: boolean; status?: number }

/** Streams one source until the connection ends. */
export async function follow(
  upstream: Upstream,
  source: Source,
  { signal, onDisconnect }: { signal: AbortSignal; onDisconnect: () => void },
): Promise<Ending> {
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
      else if (event === DISCONNECT_EVENT) onDisconnect()
      else take(source, id, data)
    }, upstream.mostAnswerBytes)
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      alive()
      read(piece)
      if (moved) return { refused: true }
      // Reload a response that is held back; do not apply changes to it.
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
  // Unleash servers have only numeric revisions: the digest of the data distinguishes two with the same number.
  if (revision !== undefined) source.take(events, parseMark(id) ?? toMark(revision, digestOf(data)))
}

/** Not found, not allowed, or too many streams: poll instead. */
const REFUSALS = new Set([404, 405, 429, 501])
