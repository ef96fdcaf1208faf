import { randomUUID } from 'node:crypto'
import {
  type Backbone,
  closeCall,
  connectBackbone,
  createSeal,
  followBackbone,
  openAnswer,
  SILENT_MS,
} from '@flagstaff/backbone'
import type { Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import type { BackboneSettings } from '../settings.ts'
import type { Source } from '../upstream/source.ts'
import type { SendCall } from './calls.ts'
import { createDisk } from './disk.ts'
import { createSaver } from './saver.ts'
import { nodeSources } from './sources.ts'

const SAVE_MS = 2_000

type Parts = {
  settings: BackboneSettings
  tokens: readonly string[]
  /** Where the last state is kept; undefined if nothing is. */
  folder: string | undefined
  store: Store
  /** Flags are served, from wherever they came. */
  isServing(): boolean
  /** The newest revision of upstream, while it is followed over HTTP. */
  upstreamRevision(): number | undefined
  /** Follow upstream over HTTP, or stop that. */
  fallBack(isNeeded: boolean): void
  log: Logger
}

export type Node = Awaited<ReturnType<typeof openNode>>

/** Gets flags and tokens through the backbone, like a server, instead of following one over HTTP. */
export async function openNode({ settings, tokens, folder, store, fallBack, log, ...parts }: Parts) {
  const { servers, credentials, key, instance, hub, environments } = settings
  const seal = createSeal(key)
  const disk = folder ? createDisk(folder, seal, log) : undefined
  const saver = disk && createSaver({ save: () => disk.save(store), saveAge: () => disk.saveAge(store) })
  let isStarted = false
  let isFallenBack = false
  let connected: Backbone | undefined
  const saved = await disk?.load()
  if (saved) {
    store.apply(saved)
    isStarted = true
    log.info({ revision: store.revision }, 'serving the flags of the last backup')
  }
  let lastError = ''
  const onError = (error: unknown) => {
    const text = String(error)
    if (text !== lastError) log.warn({ err: text }, 'the backbone has a problem')
    lastError = text
  }
  const fall = (isNeeded: boolean) => {
    isFallenBack = isNeeded
    if (isNeeded) log.warn('nothing comes through the backbone; following upstream over HTTP')
    else log.info('the backbone is used again')
    fallBack(isNeeded)
  }
  let doubt = () => {}
  const stopping: (() => void | Promise<void>)[] = []
  let isStopped = false
  const follow = (backbone: Backbone) => {
    const following = followBackbone({
      backbone,
      seal,
      instance,
      environments,
      servedEpoch: isStarted ? store.epoch : undefined,
      apply(change) {
        // The clock of the database may be ahead.
        store.apply({ ...change, knownAt: Math.min(change.knownAt ?? Number.POSITIVE_INFINITY, Date.now()) })
        isStarted = true
        saver?.changed()
        lastError = ''
      },
      isFallenBack,
      isServing: () => isStarted || parts.isServing(),
      upstreamRevision: parts.upstreamRevision,
      fallBack: fall,
      onError,
    })
    const timer = setInterval(() => {
      const confirmedAt = following.confirmedAt()
      if (!isFallenBack && confirmedAt !== undefined) store.markSynced(confirmedAt)
    }, 1_000)
    timer.unref()
    stopping.push(() => clearInterval(timer), following.stop)
    doubt = following.doubt
  }
  // Without a connection, there is nobody else to notice that nothing comes.
  const silence = setTimeout(() => fall(true), SILENT_MS).unref()
  void connectBackbone({ servers, credentials, instance, hub }).then(async (backbone) => {
    if (isStopped) return backbone.close()
    clearTimeout(silence)
    stopping.push(() => backbone.close())
    connected = backbone
    follow(backbone)
  }, onError)
  const sendCall: SendCall = (path, token, body, headers) => {
    if (!connected || isFallenBack || isStopped) return undefined
    const parts = { seal, instance, id: randomUUID() }
    return connected.call(closeCall(parts, { path, token, headers, body })).then((message) => {
      const { status, contentType } = openAnswer(parts, message)
      return new Response(null, {
        status,
        ...(contentType ? { headers: { 'content-type': contentType } } : {}),
      })
    })
  }
  const save = async (isFresh = false) => {
    if (isStarted) await saver?.save(isFresh)
  }
  const saving = setInterval(() => void save(), SAVE_MS)
  saving.unref()
  const sources: Source[] = nodeSources(
    store,
    tokens,
    () => ({ isStarted, isConnected: !isFallenBack }),
    () => doubt(),
  )
  return {
    sources,
    sendCall,
    /** Whether it serves the environment of a token. */
    holds: (environment: string) =>
      isStarted && (environments === undefined || environments.includes(environment)),
    /** Whether it knows all tokens. Over HTTP it has to ask about them. */
    get knowsTokens() {
      return isStarted && !isFallenBack
    },
    async stop() {
      isStopped = true
      clearTimeout(silence)
      clearInterval(saving)
      for (const stop of stopping) await stop()
      await save(true)
    },
  }
}
