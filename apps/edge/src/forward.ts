import { reasonOf } from '@flagstaff/contract/reason'
import type { Logger } from 'pino'
import { type Post, toPosts, type Via } from './bulk.ts'
import type { Batch, Item, Spool } from './spool.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

type Scope = Pick<Source, 'environment' | 'secret'>
type Parts = { upstream: Upstream; spool: Spool; sources: readonly Scope[]; via: Via; log: Logger }

const ACCEPTED = 202

/**
 * A 200 or an HTML page comes from an intermediary, such as the sign-in page of a network. Unleash rejects with JSON,
 * or with an empty response after it has accepted the counts.
 */
const isRefusal = ({ status, headers }: Response): boolean =>
  status >= 400 && status < 500 && status !== 429 && (headers.get('content-type') ?? 'json').includes('json')
/** The token was refused, not the counts: keep them, since the token may be replaced or restored. */
const isTokenRefusal = ({ status }: Response): boolean => status === 401 || status === 403

/**
 * Forwards spooled reports. Reports stay if upstream is unavailable, refuses the token, or no token of their environment
 * is known, without blocking other environments. Reports that upstream rejects as invalid are dropped and counted.
 */
export function createForwarder({ upstream, spool, sources, via, log }: Parts) {
  let seen = new Set<string>()
  let refused = 0
  let running: Promise<void> | undefined
  /**
   * Requests of unfinished batches that were already accepted: Unleash does not deduplicate by id, so never resend
   * them.
   */
  const sent = new Map<string, Set<string>>()

  /** Returns true if the report was accepted or rejected for good, false if upstream refuses the token. */
  const send = async ({ environment, secret }: Scope, { id, body }: Post): Promise<boolean> => {
    const response = await upstream.post('/api/client/metrics/bulk', secret, body, { 'idempotency-key': id })
    await response.body?.cancel()
    const { status } = response
    if (status === ACCEPTED) return true
    if (!isRefusal(response)) throw new Error(`upstream answered ${status}`)
    if (isTokenRefusal(response)) {
      log.warn({ status, environment }, 'upstream rejects the token of an environment; keeping its counts')
      return false
    }
    refused += body.metrics.length
    log.warn({ status, metrics: body.metrics.length }, 'upstream rejected counts')
    return true
  }
  /**
   * Returns whether the whole batch is settled. Environments whose token is refused are skipped for the rest of the
   * round.
   */
  const sendAll = async (batch: Batch, tokens: string[], closed: Set<string>): Promise<boolean> => {
    const settled = sent.get(batch.id) ?? new Set()
    sent.set(batch.id, settled)
    const scopes = byEnvironment(sources)
    // A node that falls back to HTTP has no sources until a server has accepted its tokens.
    let isWhole = batch.items.every((item) =>
      scopes.some(({ environment }) => environment === environmentOf(item)),
    )
    for (const scope of scopes) {
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
        log.warn({ err: reasonOf(error) }, 'counts could not be forwarded; keeping them')
        return
      }
    }
  }
  return {
    /** Records that a token was used; reported upstream with the next counts. */
    used: (secret: string) => void seen.add(secret),
    get refused() {
      return refused
    },
    now(): Promise<void> {
      running ??= run()
        .catch((error) => log.error({ err: reasonOf(error) }, 'stored counts cannot be read'))
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}

/** One source per environment is enough: its token gives access to the environment. */
const byEnvironment = (sources: readonly Scope[]): Scope[] => [
  ...new Map(sources.map((source) => [source.environment, source])).values(),
]

function environmentOf(item: Item): string {
  switch (item.kind) {
    case 'usage':
      return item.usage.environment
    case 'application':
      return item.registration.environment
    case 'impact':
      return item.environment
    case 'outcomes':
      return item.report.environment
    case 'bulk':
      return item.bulk.environment
  }
}
