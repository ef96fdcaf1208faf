import { type Decision, decide, evaluate, type Tools } from '@flagstaff/engine'
import type {
  EvaluationContext,
  JsonValue,
  Provider,
  ResolutionDetails,
  ServerProviderEvents,
} from '@openfeature/server-sdk'
import { booleanOf, failed, payloadOf, readNumber, readObject, readString } from './answers.ts'
import { createConnection, Refused } from './connection.ts'
import { type ContextDefaults, environmentOf, toContext } from './context.ts'
import { createEmitter, type EventName } from './emitter.ts'
import { startFeed } from './feed.ts'
import { createMetrics } from './metrics.ts'
import { type FlagstaffOptions, javascriptRegex } from './options.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createState } from './state.ts'

const POLL_MS = 15_000
const METRICS_MS = 60_000

/**
 * Evaluates flags in this process and keeps them up to date.
 *
 * ```ts
 * await OpenFeature.setProviderAndWait(new FlagstaffProvider({ url, token, appName: 'checkout' }))
 * ```
 */
export class FlagstaffProvider implements Provider {
  readonly runsOn = 'server'
  readonly metadata = { name: 'flagstaff' } as const
  readonly events = createEmitter()
  readonly #options: FlagstaffOptions
  readonly #state: ReturnType<typeof createState>
  readonly #metrics: ReturnType<typeof createMetrics>
  readonly #connection: ReturnType<typeof createConnection>
  readonly #defaults: ContextDefaults
  #feed: ReturnType<typeof startFeed> | undefined
  #snapshots: Snapshots | undefined

  constructor(options: FlagstaffOptions) {
    const { token, appName, instanceId = crypto.randomUUID(), metricsIntervalMs = METRICS_MS } = options
    const tools: Tools = { regex: options.regex ?? javascriptRegex, hostname: options.hostname }
    this.#options = options
    this.#state = createState(tools)
    this.#connection = createConnection(options, instanceId, options.pollIntervalMs ?? POLL_MS)
    this.#metrics = createMetrics({
      connection: this.#connection,
      appName,
      instanceId,
      intervalMs: metricsIntervalMs,
    })
    this.#defaults = { appName, environment: options.environment ?? environmentOf(token) }
  }

  /** Resolves with the flags of the server, or those of the snapshot if the server is away. */
  async initialize(): Promise<void> {
    const { snapshot, token, mode = 'streaming', pollIntervalMs = POLL_MS } = this.#options
    this.#snapshots ??= await createSnapshots(snapshot, this.#state, `${this.#connection.base}\n${token}`)
    await this.#snapshots.load()
    const first = Promise.withResolvers<void>()
    let settled = false
    let current = true
    const emit = (event: EventName, details: { message?: string; flagsChanged?: string[] } = {}) =>
      this.events.emit(event as ServerProviderEvents, details)

    this.#feed = startFeed({
      connection: this.#connection,
      state: this.#state,
      mode,
      pollIntervalMs,
      onCurrent: (changed) => {
        if (changed.length > 0) this.#snapshots?.save()
        const recovered = settled && !current
        const update = settled
        current = true
        settled = true
        first.resolve()
        if (recovered) emit('PROVIDER_READY')
        if (update && changed.length > 0) emit('PROVIDER_CONFIGURATION_CHANGED', { flagsChanged: changed })
      },
      onFailure: (error) => {
        const wasCurrent = current
        const isFirst = !settled
        current = false
        settled = true
        if (this.#state.ruleset) {
          first.resolve()
          // The SDK reports `ready` after `initialize`, so this has to come later.
          if (wasCurrent) setTimeout(() => !current && emit('PROVIDER_STALE', { message: error.message }))
          return
        }
        first.reject(asErrorOfSdk(error))
        if (!isFirst && wasCurrent) emit('PROVIDER_ERROR', { message: error.message })
      },
    })
    this.#metrics.start()
    await first.promise
  }

  async onClose(): Promise<void> {
    await this.#feed?.stop()
    this.#feed = undefined
    await Promise.all([this.#metrics.stop(), this.#snapshots?.settled()])
  }

  async resolveBooleanEvaluation(
    key: string,
    value: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    const decision = this.#decide(key, context)
    if (!decision) return this.#missing(key, value)
    this.#metrics.count(key, decision.result.enabled)
    return booleanOf(decision.flag, decision)
  }

  async resolveStringEvaluation(key: string, value: string, context: EvaluationContext) {
    return this.#payload(key, context, { value, read: readString })
  }

  async resolveNumberEvaluation(key: string, value: number, context: EvaluationContext) {
    return this.#payload(key, context, { value, read: readNumber })
  }

  async resolveObjectEvaluation<T extends JsonValue>(
    key: string,
    value: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    const details = this.#payload<JsonValue>(key, context, { value, read: readObject })
    return details as ResolutionDetails<T>
  }

  #payload<T>(key: string, context: EvaluationContext, fallback: Parameters<typeof payloadOf<T>>[2]) {
    const decision = this.#decide(key, context)
    if (!decision) return this.#missing(key, fallback.value)
    const { enabled, variant } = decision.result
    this.#metrics.count(key, enabled, variant.name)
    return payloadOf(decision.flag, decision, fallback)
  }

  #decide(key: string, given: EvaluationContext) {
    const { ruleset } = this.#state
    const flag = ruleset?.flags.get(key)
    if (!ruleset || !flag) return undefined
    const context = toContext(given, this.#defaults)
    const at = { now: Date.now(), random: Math.random }
    const decision = decide(ruleset, key, context, at)
    if (!decision) return undefined
    // Without a user, rollouts are random, as in Unleash's SDKs.
    const result = decision.cause === 'userMissing' ? evaluate(ruleset, key, context, at) : decision.result
    return { flag, cause: decision.cause, result } satisfies Decision & { flag: typeof flag }
  }

  #missing<T>(key: string, value: T): ResolutionDetails<T> {
    if (!this.#state.ruleset) return failed(value, 'PROVIDER_NOT_READY', 'the flags are not loaded yet')
    this.#metrics.count(key, false)
    return failed(value, 'FLAG_NOT_FOUND', `there is no flag ${key} in the scope of the token`)
  }
}

/** With the wrong token, no evaluation can succeed. The SDK reads the code of the error. */
const asErrorOfSdk = (error: Error) =>
  error instanceof Refused && (error.status === 401 || error.status === 403)
    ? Object.assign(error, { code: 'PROVIDER_FATAL' })
    : error
