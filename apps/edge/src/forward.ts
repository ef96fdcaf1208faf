import type { Logger } from 'pino'
import { type Post, toPosts, type Via } from './bulk.ts'
import type { Spool } from './spool.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

type Parts = { upstream: Upstream; spool: Spool; sources: readonly Source[]; via: Via; log: Logger }

const ACCEPTED = 202

/**
 * A 200, or a page of HTML, comes from something in between, such as the sign-in page of a network. Unleash refuses
 * with JSON, or with nothing at all after it has taken the counts in.
 */
const isRefusal = ({ status, headers }: Response): boolean =>
  status >= 400 && status < 500 && status !== 429 && (headers.get('content-type') ?? 'json').includes('json')

/** Sends on what was gathered. What upstream cannot take now stays; what it refuses for good is dropped and counted. */
export function createForwarder({ upstream, spool, sources, via, log }: Parts) {
  let seen = new Set<string>()
  let refused = 0
  let running: Promise<void> | undefined

  const send = async (secret: string, { id, body }: Post) => {
    const response = await upstream.post('/api/client/metrics/bulk', secret, body, { 'idempotency-key': id })
    await response.body?.cancel()
    if (response.status === ACCEPTED) return
    if (!isRefusal(response)) throw new Error(`upstream answered ${response.status}`)
    refused += body.metrics.length
    log.warn({ status: response.status, metrics: body.metrics.length }, 'upstream refused counts')
  }
  const run = async () => {
    const tokens = [...seen]
    seen = new Set()
    for (const batch of await spool.take()) {
      try {
        for (const { environment, secret } of byEnvironment(sources)) {
          for (const post of toPosts(batch, environment, via, tokens)) await send(secret, post)
        }
        await batch.done()
      } catch (error) {
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
      running ??= run()
        .catch((error) => log.error({ err: String(error) }, 'waiting counts cannot be read'))
        .finally(() => {
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
