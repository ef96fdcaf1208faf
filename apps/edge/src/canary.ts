import { ClientDigest } from '@flagstaff/contract/client'
import { reasonOf } from '@flagstaff/contract/reason'
import { type Store, viewDigest } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { Compile } from 'typebox/compile'
import type { Settings } from './settings.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

const ATTEMPTS = 3
/** Delay before a comparison is repeated, as a fraction of the interval between comparisons. */
const RETRY_SHARE = 1 / 30
/** Number of comparisons after which an edge is considered stuck if upstream has moved on and the edge has not. */
const STUCK_AFTER = 10
/** A node gets changes at once, and its ticks say that it has them all. */
const NODE_STUCK_AFTER = 1
const answers = Compile(ClientDigest)

type Parts = {
  settings: Settings
  upstream: Upstream
  sources: readonly Source[]
  store: Store
  log: Logger
}
type Tools = Pick<Parts, 'upstream' | 'store'> & { retryMs: number }
/** `isBehind`: upstream has a different state, usually because an update is still on its way. */
type Verdict = { isSame: boolean; isBehind: boolean; digest: string }

/**
 * Periodically compares what this edge serves with what upstream serves. On a difference it logs, sets a metric and
 * reloads everything.
 */
export function startCanary({ settings, upstream, sources, store, log }: Parts): () => void {
  const retryMs = settings.comparisonSeconds * 1_000 * RETRY_SHARE
  /** Reload once per state of upstream: documents that cannot be used would differ forever. */
  const tried = new Map<Source, string>()
  const waits = new Map<Source, { mark: Source['mark']; rounds: number }>()
  const isWaiting = (source: Source, { isBehind }: Verdict): boolean => {
    const before = waits.get(source)
    waits.delete(source)
    if (!isBehind) return false
    const rounds = before?.mark === source.mark ? (before?.rounds ?? 0) + 1 : 1
    waits.set(source, { mark: source.mark, rounds })
    return rounds < (settings.backbone ? NODE_STUCK_AFTER : STUCK_AFTER)
  }
  const judge = async (source: Source): Promise<void> => {
    const verdict = await compare({ upstream, store, retryMs }, source)
    if (!verdict || isWaiting(source, verdict)) return
    const { environment } = source
    if (verdict.isSame && source.differs) log.warn({ environment }, 'the served flags match upstream again')
    if (!verdict.isSame && !source.differs)
      log.error({ environment }, 'the served flags differ from upstream; reloading everything')
    source.differs = !verdict.isSame
    if (verdict.isSame || tried.get(source) === verdict.digest) return
    tried.set(source, verdict.digest)
    source.startOver()
  }
  let isRunning = false
  const round = async () => {
    if (isRunning) return
    isRunning = true
    for (const source of sources)
      await judge(source).catch((error) =>
        log.info(
          { environment: source.environment, err: reasonOf(error) },
          'the comparison with upstream failed',
        ),
      )
    isRunning = false
  }
  const timer = setInterval(() => void round(), settings.comparisonSeconds * 1_000).unref()
  return () => clearInterval(timer)
}

/** Undefined if the result is uncertain: changes are in progress, or upstream has no digest. */
async function compare({ upstream, store, retryMs }: Tools, source: Source): Promise<Verdict | undefined> {
  const before = source.mark
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (source.mark === undefined || source.held) return undefined
    if (attempt > 0) await new Promise((done) => setTimeout(done, retryMs).unref())
    const told = await askDigest(upstream, source)
    if (!told) return undefined
    const isSame = (await viewDigest(store, source)) === told.digest
    const isBehind = !isSame && told.state !== source.mark?.tag
    // A difference at the same mark is certain once it was seen twice.
    const isCertain = attempt > 0 && !isBehind
    if (isSame || isCertain) return { isSame, isBehind, digest: told.digest }
    if (source.mark !== before) return undefined
    if (attempt === ATTEMPTS - 1) return { isSame, isBehind, digest: told.digest }
  }
}

async function askDigest(upstream: Upstream, source: Source): Promise<ClientDigest | undefined> {
  const response = await upstream.get('/api/client/digest', source.secret, { headers: {} })
  if (!response.ok) {
    await response.body?.cancel()
    // Unleash servers and older Flagstaff servers have no digest endpoint.
    if (response.status === 404 || response.status === 405) return undefined
    throw new Error(`upstream answered ${response.status}`)
  }
  const answer: unknown = JSON.parse(await upstream.read(response))
  return answers.Check(answer) ? answer : undefined
}
