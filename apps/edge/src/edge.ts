import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { reasonOf } from '@flagstaff/contract/reason'
import {
  createReceipts,
  createStore,
  createTraffic,
  type DocumentRow,
  delivery,
  endConnections,
  linearRegex,
  openOrderFolder,
  openOverrides,
  START,
  type Store,
  type Streams,
  type TokenDocument,
} from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { preferBackbone } from './backbone/calls.ts'
import type { Node } from './backbone/node.ts'
import { backstage } from './backstage.ts'
import { startCanary } from './canary.ts'
import { serveFile } from './file.ts'
import { openFolder } from './folder.ts'
import { createForwarder } from './forward.ts'
import { createServer } from './http.ts'
import { passOverrides } from './overrides.ts'
import { createReporter } from './report.ts'
import { covers, savedScopes, scopesOf, type TokenScope } from './scopes.ts'
import type { Settings } from './settings.ts'
import { createSinks } from './sinks.ts'
import { createSnapshot, saving } from './snapshot.ts'
import { createTokenChecks, type ValidToken } from './tokens.ts'
import { checkTokens } from './unknown-tokens.ts'
import { keepUp } from './upstream/follow.ts'
import { createSource, EPOCH, type Source } from './upstream/source.ts'
import { createUpstream, ownHeaders } from './upstream/upstream.ts'

export const VERSION = '0.1.0'
const SAVE_MS = 2_000
const RETRY_MS = 1_000

export type Edge = { http: FastifyInstance; store: Store; leave(): void; stop(): Promise<void> }

/** Wires up the edge and starts to listen. Flags are served as soon as they are loaded from disk or upstream. */
export async function openEdge(settings: Settings, log: Logger): Promise<Edge> {
  const stopping = new AbortController()
  const sources: Source[] = []
  let node: Node | undefined
  const store = createStore(
    { regex: linearRegex },
    { origins: settings.frontendOrigins, enabled: true },
    {
      covers: (token) => (node?.holds(token.environment) ? undefined : gap(sources, token)),
      onUse: (digest) => onUse(digest),
      // The oldest source decides: each of them may be cut off alone.
      freshAt: (environment) => {
        const heard = sources.flatMap((one) => (one.environment === environment ? one.heardAt : []))
        return heard.length > 0 ? Math.min(...heard) : undefined
      },
    },
  )
  const upstream = createUpstream(settings)
  const own = ownHeaders(settings)
  const reports = preferBackbone(upstream, (path, token, body, headers) =>
    node?.sendCall(path, token, body, { ...own, ...headers }),
  )
  const checks = createTokenChecks(upstream, store, settings.tokens, log)
  const { folder } = settings
  const { spool, isWritable } = await openFolder(settings, log)
  const via = { appName: settings.appName, instanceId: settings.instanceId }
  const forwarder = createForwarder({ upstream: reports, spool, sources, via, log })
  const onUse = (digest: string) => {
    const secret = checks.secret(digest)
    if (secret !== undefined) forwarder.used(secret)
  }
  const key = createHash('sha256')
    .update([...settings.tokens].sort().join('\n'))
    .digest()
  const snapshot = folder ? createSnapshot(folder, key.toString('hex')) : undefined

  const overrides = await openOverrides({
    store,
    keys: settings.overrideKeys,
    folder: folder && isWritable ? openOrderFolder(join(folder, 'overrides')) : undefined,
    saveFlags: () => save(true),
    onError: (error) => log.error({ err: reasonOf(error) }, 'the overrides cannot be read or written'),
  })
  const receipts = createReceipts(store)
  const traffic = createTraffic()
  const parts = { settings, upstream: reports, sources, receipts, traffic, version: VERSION, log }
  const reporter = createReporter(parts)

  const http = createServer(settings, log)
  let streams: Streams | undefined
  let isLeaving = false
  await http.register(
    async (scope) => {
      if (settings.upstream) checkTokens(scope, store, checks, () => node?.knowsTokens ?? false)
      const opened = await delivery(scope, {
        store,
        version: VERSION,
        ticketKey: key,
        frontendNames: settings.frontendNames,
        cdnSeconds: settings.cdnSeconds,
        sample: { offer: () => {} },
        receipts,
        traffic,
        edges: reporter.edges,
        overrides,
        ...createSinks(spool),
      })
      streams = opened.streams
    },
    { prefix: settings.basePath },
  )
  await http.register(
    async (scope) =>
      backstage(scope, {
        settings,
        store,
        spool,
        forwarder,
        checks,
        sources,
        overrides,
        isLeaving: () => isLeaving,
      }),
    {
      prefix: `${settings.basePath}/internal-backstage`,
    },
  )

  const begin = ({ secret, ...scope }: TokenScope, signal = stopping.signal): Source => {
    const known = sources.find((one) => one.secret === secret && covers(one, scope) && covers(scope, one))
    if (known) return known
    const source = createSource(store, secret, scope, { mostMissing: settings.mostMissing, log })
    sources.push(source)
    const onDisconnect = () => streams?.disconnectAll()
    void keepUp(upstream, source, { settings, signal, log, onDisconnect })
    return source
  }
  const restore = async () => {
    const saved = await snapshot
      ?.load()
      .catch((error) => log.error({ err: reasonOf(error) }, 'there is no usable backup'))
    if (!saved) return
    const rows = saved.tokens.map(
      ([name, doc]): DocumentRow => ({ kind: 'token', environment: doc.environment, name, doc }),
    )
    store.apply({ ...START, epoch: EPOCH, complete: false, rows, heads: [], knownAt: saved.savedAt })
    for (const { scope, events, mark, heardAt } of savedScopes(saved, settings.tokens))
      begin(scope).take(events, mark, heardAt)
    log.info(
      { savedAt: new Date(saved.savedAt), revision: store.revision },
      'serving the flags of the last backup',
    )
  }
  /** Strict: a configured token that upstream rejects is a configuration error. */
  const connect = async (signal = stopping.signal) => {
    let valid: ValidToken[] | undefined
    while (!valid && !signal.aborted) {
      valid = await checks.validate(settings.tokens).catch((error) => {
        log.warn({ err: reasonOf(error) }, 'upstream does not respond; retrying')
        return undefined
      })
      if (!valid) await new Promise((done) => setTimeout(done, RETRY_MS).unref())
    }
    if (!valid || signal.aborted) return
    const scopes = scopesOf(valid)
    if (scopes.length === 0) log.error('upstream accepts none of the TOKENS as a backend token')
    checks.accept(valid)
    for (const scope of scopes) begin(scope, signal)
  }
  /** A node follows upstream over HTTP while nothing comes through the backbone. */
  let overHttp: AbortController | undefined
  const fallBack = (isNeeded: boolean) => {
    overHttp?.abort()
    overHttp = undefined
    sources.splice(0, sources.length, ...(isNeeded ? [] : (node?.sources ?? [])))
    if (!isNeeded) return
    overHttp = new AbortController()
    void connect(AbortSignal.any([stopping.signal, overHttp.signal]))
  }
  // All workers hold the same flags, so only the first one saves them.
  const save =
    snapshot && isWritable && settings.worker === 1 && !settings.backbone
      ? saving(snapshot, store, sources, log)
      : async () => {}
  const timers = settings.upstream
    ? [
        setInterval(() => void save(), SAVE_MS),
        setInterval(() => void forwarder.now(), settings.forwardSeconds * 1_000),
        setInterval(() => {
          if (!node?.knowsTokens) void checks.recheck().catch(() => {})
        }, settings.recheckSeconds * 1_000),
      ]
    : []
  for (const timer of timers) timer.unref()
  const stopCanary = settings.upstream ? startCanary({ settings, upstream, sources, store, log }) : () => {}
  if (settings.backbone) {
    const { openNode } = await import('./backbone/node.ts')
    const kept = isWritable && settings.worker === 1 ? folder : undefined
    node = await openNode({
      settings: settings.backbone,
      tokens: settings.tokens,
      folder: kept,
      store,
      isServing: () => sources.some(({ mark }) => mark !== undefined),
      upstreamRevision: () => {
        const revisions = sources.flatMap(({ mark }) => mark?.revision ?? [])
        return revisions.length > 0 ? Math.max(...revisions) : undefined
      },
      fallBack,
      log,
    })
    sources.push(...node.sources)
  } else await restore()
  const stopPassing = settings.upstream
    ? passOverrides({ overrides, upstream, sources, log })
    : async () => {}
  if (node) log.info('flags come through the backbone')
  else if (settings.upstream) void connect()
  else await serveFile(store, sources, settings, log)
  await http.listen({ port: settings.port, host: settings.host })
  return {
    http,
    store,
    leave() {
      isLeaving = true
      endConnections(http.server)
    },
    async stop() {
      stopping.abort()
      stopCanary()
      await overrides.stop()
      await stopPassing()
      await reporter.stop()
      for (const timer of timers) clearInterval(timer)
      await http.close()
      if (settings.upstream) await forwarder.now()
      await node?.stop()
      await save(true)
    },
  }
}

/** A token whose environment or projects are not loaded gets an error, not an empty list. */
function gap(sources: readonly Source[], { environment, projects }: TokenDocument) {
  const asked = { environment, projects: projects.includes('*') ? ('*' as const) : projects }
  const here = sources.filter((source) => source.environment === environment)
  const whole = here.find((source) => covers(source, asked))
  if (!whole && !together(here, asked.projects)) {
    const message = `This edge does not serve ${environment} for all projects of this token.`
    return { status: 403 as const, message }
  }
  const ready = (whole ? [whole] : here).every(({ mark }) => mark !== undefined)
  return ready
    ? undefined
    : { status: 503 as const, message: 'The flags are still being loaded. Try again in a second.' }
}

const together = (sources: readonly Source[], projects: '*' | readonly string[]) =>
  projects !== '*' &&
  projects.length > 0 &&
  projects.every((project) => sources.some((one) => one.projects === '*' || one.projects.includes(project)))
