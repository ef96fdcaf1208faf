import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { ask } from './poll.ts'
import type { Source } from './source.ts'
import { follow } from './stream.ts'
import type { Upstream } from './upstream.ts'

const LONGEST_WAIT_MS = 30_000
/** After so long of asking, an upstream that had no stream is tried again. */
const TRY_STREAM_AGAIN_MS = 10 * 60_000

/** Keeps a source up to date until told to stop: by a stream where there is one, else by asking. */
export async function keepUp(
  upstream: Upstream,
  source: Source,
  { settings, signal, log }: { settings: Settings; signal: AbortSignal; log: Logger },
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
        'upstream leaves out too many flags; the state before is served until it has confirmed this',
      )
    if (!held && wasHeld) log.warn({ environment }, 'upstream is believed again')
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
      const following = AbortSignal.any([signal, source.restart])
      const { refused, status } = await follow(upstream, source, following).catch((error) => {
        if (source.restart.aborted) return { refused: false, status: undefined }
        throw error
      })
      if (source.restart.aborted) continue
      if (refused) {
        log.info({ environment: source.environment, status }, 'upstream offers no stream; asking instead')
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
      log.warn(
        { environment: source.environment, err: String(error) },
        'upstream cannot be followed at present',
      )
    }
    // One that lasted was healthy: begin anew.
    failures = Date.now() - started > LONGEST_WAIT_MS ? 0 : failures + 1
    await wait(backOff(failures), signal)
  }
}

/** Spread out, so that edges do not come back all at once. */
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
