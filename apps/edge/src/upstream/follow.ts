import { reasonOf } from '@flagstaff/contract/reason'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { ask } from './poll.ts'
import type { Source } from './source.ts'
import { follow } from './stream.ts'
import type { Upstream } from './upstream.ts'

const LONGEST_WAIT_MS = 30_000
/** How long to poll before trying to stream again. */
const TRY_STREAM_AGAIN_MS = 10 * 60_000

type Following = {
  settings: Settings
  signal: AbortSignal
  log: Logger
  /** Called when upstream disconnects all streams, also those of edges. */
  onDisconnect: () => void
}

/** Keeps a source up to date until aborted: by streaming if upstream supports it, otherwise by polling. */
export async function keepUp(
  upstream: Upstream,
  source: Source,
  { settings, signal, log, onDisconnect }: Following,
): Promise<void> {
  let failures = 0
  let pollUntil = settings.mode === 'polling' ? Number.POSITIVE_INFINITY : 0
  let etag: string | undefined
  let wasHeld = false
  const tellHeld = () => {
    const { environment, held } = source
    if (held && !wasHeld)
      log.error(
        { environment, missing: held.missing, of: held.of },
        'upstream is missing too many flags; serving the previous state until upstream confirms it',
      )
    if (!held && wasHeld) log.warn({ environment }, 'the state of upstream is accepted again')
    wasHeld = held !== undefined
  }
  while (!signal.aborted) {
    const started = Date.now()
    try {
      if (source.held || source.restart.aborted || Date.now() < pollUntil) {
        etag = await ask(upstream, source, source.restart.aborted ? undefined : etag)
        failures = 0
        tellHeld()
        if (source.held || Date.now() < pollUntil)
          await wait(settings.pollSeconds * 1_000, AbortSignal.any([signal, source.restart]))
        continue
      }
      const following = { signal: AbortSignal.any([signal, source.restart]), onDisconnect }
      const { refused, status } = await follow(upstream, source, following).catch((error) => {
        if (source.restart.aborted) return { refused: false, status: undefined }
        throw error
      })
      if (source.restart.aborted) continue
      if (refused) {
        log.info({ environment: source.environment, status }, 'upstream has no stream; polling instead')
        pollUntil = Date.now() + TRY_STREAM_AGAIN_MS
        continue
      }
      if (source.held) {
        etag = undefined
        tellHeld()
        await wait(settings.pollSeconds * 1_000, signal)
        continue
      }
      if (status !== undefined) throw new Error(`upstream answered ${status}`)
    } catch (error) {
      if (signal.aborted) return
      source.lost()
      log.warn({ environment: source.environment, err: reasonOf(error) }, 'upstream cannot be reached')
    }
    // A stream that lasted was healthy: reset the backoff.
    failures = Date.now() - started > LONGEST_WAIT_MS ? 0 : failures + 1
    await wait(backOff(failures), signal)
  }
}

/** With jitter, so that edges do not reconnect all at once. */
const backOff = (failures: number) =>
  Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2)

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
