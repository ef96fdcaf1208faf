import type { Logger } from 'pino'
import { type Bulk, toBulks, type Via } from './bulk.ts'
import type { Spool } from './spool.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

type Parts = { upstream: Upstream; spool: Spool; sources: readonly Source[]; via: Via; log: Logger }

/** Sends on what was gathered. What upstream cannot take now stays; what it refuses for good is dropped and counted. */
export function createForwarder({ upstream, spool, sources, via, log }: Parts) {
  let seen = new Set<string>()
  let refused = 0
  let running: Promise<void> | undefined

  const send = async (secret: string, bulk: Bulk) => {
    const response = await upstream.post('/api/client/metrics/bulk', secret, bulk)
    await response.body?.cancel()
    if (response.ok) return
    if (response.status === 429 || response.status >= 500)
      throw new Error(`upstream answered ${response.status}`)
    refused += bulk.metrics.length
    log.warn({ status: response.status, metrics: bulk.metrics.length }, 'upstream refused counts')
  }
  const run = async () => {
    const tokens = [...seen]
    seen = new Set()
    for (const batch of await spool.take()) {
      try {
        for (const { environment, secret } of byEnvironment(sources)) {
          for (const bulk of toBulks(batch.items, environment, via, tokens)) await send(secret, bulk)
        }
        await batch.done()
      } catch (error) {
        batch.keep()
        for (const token of tokens) seen.add(token)
        log.warn({ err: String(error) }, 'counts could not be forwarded; they are kept')
        return
      }
    }
  }
  return {
    /** A token that was used; upstream is told with the next counts. */
    used: (secret: string) => void seen.add(secret),
    get refused() {
      return refused
    },
    now(): Promise<void> {
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** One source for each environment is enough: a token opens its environment. */
const byEnvironment = (sources: readonly Source[]): Source[] => [
  ...new Map(sources.map((source) => [source.environment, source])).values(),
]
