import type { Logger } from 'pino'
import { type Post, toPosts, type Via } from './bulk.ts'
import type { Batch, Spool } from './spool.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

type Scope = Pick<Source, 'environment' | 'secret'>
type Parts = { upstream: Upstream; spool: Spool; sources: readonly Scope[]; via: Via; log: Logger }

const ACCEPTED = 202

/**
 * A 200, or a page of HTML, comes from something in between, such as the sign-in page of a network. Unleash refuses
 * with JSON, or with nothing at all after it has taken the counts in.
 */
const isRefusal = ({ status, headers }: Response): boolean =>
  status >= 400 && status < 500 && status !== 429 && (headers.get('content-type') ?? 'json').includes('json')
/** The token is refused and not the counts: it may be replaced, or come back. */
const isTokenRefusal = ({ status }: Response): boolean => status === 401 || status === 403

/**
 * Sends on what was gathered. What upstream cannot take now stays, and so does what it refuses to a token, without
 * holding up other environments. What it refuses for good is dropped and counted.
 */
export function createForwarder({ upstream, spool, sources, via, log }: Parts) {
  let seen = new Set<string>()
  let refused = 0
  let running: Promise<void> | undefined
  /** Of batches that stay: what of them was taken already, so that Unleash, which knows no ids, counts it once. */
  const sent = new Map<string, Set<string>>()

  /** Whether that is settled, one way or the other; not if upstream refuses the token. */
  const send = async ({ environment, secret }: Scope, { id, body }: Post): Promise<boolean> => {
    const response = await upstream.post('/api/client/metrics/bulk', secret, body, { 'idempotency-key': id })
    await response.body?.cancel()
    const { status } = response
    if (status === ACCEPTED) return true
    if (!isRefusal(response)) throw new Error(`upstream answered ${status}`)
    if (isTokenRefusal(response)) {
      log.warn({ status, environment }, 'upstream refuses the token of an environment; its counts are kept')
      return false
    }
    refused += body.metrics.length
    log.warn({ status, metrics: body.metrics.length }, 'upstream refused counts')
    return true
  }
  /** Gives whether all of it is settled. Environments whose token is refused are closed for the rest of the round. */
  const sendAll = async (batch: Batch, tokens: string[], closed: Set<string>): Promise<boolean> => {
    const settled = sent.get(batch.id) ?? new Set()
    sent.set(batch.id, settled)
    let isWhole = true
    for (const scope of byEnvironment(sources)) {
      for (const post of toPosts(batch, scope.environment, via, tokens)) {
        const key = `${scope.environment} ${post.id}`
        if (settled.has(key)) continue
        if (!closed.has(scope.environment) && (await send(scope, post))) settled.add(key)
        else {
          closed.add(scope.environment)
          isWhole = false
        }
      }
    }
    return isWhole
  }
  const run = async () => {
    const tokens = [...seen]
    seen = new Set()
    const closed = new Set<string>()
    const batches = await spool.take()
    for (const id of sent.keys()) if (!batches.some((batch) => batch.id === id)) sent.delete(id)
    for (const batch of batches) {
      try {
        if (await sendAll(batch, tokens, closed)) await batch.done()
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
const byEnvironment = (sources: readonly Scope[]): Scope[] => [
  ...new Map(sources.map((source) => [source.environment, source])).values(),
]
