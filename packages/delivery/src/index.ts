import type { FastifyInstance } from 'fastify'
import type { Admission } from './admission.ts'
import { createBodies } from './bodies.ts'
import { bulkApi } from './bulk-api.ts'
import { cachingFor } from './caching.ts'
import { clientApi } from './client-api.ts'
import { digestApi } from './digest-api.ts'
import type { DirectOptions } from './direct/answer.ts'
import type { Front } from './direct/front.ts'
import { answerDirectly } from './direct/listener.ts'
import { edgeApi } from './edge-api.ts'
import { edgeReportApi } from './edge-report-api.ts'
import { frontendApi } from './frontend-api.ts'
import type { Sinks } from './intake.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { ofrepApi } from './ofrep/api.ts'
import type { FrontendNames } from './ofrep/names.ts'
import { outcomesApi } from './outcomes-api.ts'
import { overrideApi } from './overrides/api.ts'
import type { OverrideBook } from './overrides/book.ts'
import type { AppNames, BulkSink, ContextSample, EdgeSink, OutcomeSink } from './ports.ts'
import { prepareFrontends } from './prepared.ts'
import { createPublicIntake, type PublicLimits } from './public-intake.ts'
import type { ReceiptBook } from './receipts.ts'
import { streamApi } from './stream-api.ts'
import { createStreams, type Streams } from './streams.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { countResponses } from './traffic-hook.ts'

export { addressOf } from './address.ts'
export { secretOf } from './admission.ts'
export { addTo, type Buckets, createBuckets } from './buckets.ts'
export { hydration, published } from './delta.ts'
export { type DigestEntry, digestEntries } from './digest.ts'
export { createFront, type Front } from './direct/front.ts'
export { createDirectTimings, type DirectTimings, RESPONSE_BOUNDS_MS } from './direct/timings.ts'
export * from './documents.ts'
export { DEEPEST_REPORT } from './edge-report-api.ts'
export { endOnUncaught, endWith } from './ending.ts'
export type { Digest } from './inventory.ts'
export { readLargeBodies } from './large-bodies.ts'
export { digestOf, HASH_DIGITS, type Mark, parseMark, START, toMark } from './marks.ts'
export type { Mask } from './masks.ts'
export { memoryLimit } from './memory-limit.ts'
export { addressRange, networkRange } from './networks.ts'
export { type FrontendNames, readFrontendNames } from './ofrep/names.ts'
export { onDemand, within } from './on-demand.ts'
export { toPassed } from './outcomes.ts'
export { type Active, type OverrideBook, openOverrides } from './overrides/book.ts'
export { openOrderFolder } from './overrides/folder.ts'
export { isOverrideKey, type OverrideOrder, overrideKeyOf, signOrder } from './overrides/orders.ts'
export { again } from './pace.ts'
export { pack, parseRow } from './packed.ts'
export type {
  AppNames,
  Bulk,
  BulkSink,
  ContextSample,
  EdgeSink,
  ImpactMetric,
  ImpactSample,
  ImpactSink,
  Outcome,
  OutcomeReport,
  OutcomeSink,
  Registration,
  RegistrationSink,
  Usage,
  UsageSink,
} from './ports.ts'
export { OTHER } from './public-intake.ts'
export { createReceipts, type ReceiptBook } from './receipts.ts'
export { linearRegex } from './regex.ts'
export { type Env, findSetting, isNetwork, logLevels, SettingError } from './setting-values.ts'
export { endConnections, stopOnSignals } from './stopping.ts'
export { createStore, type Projects, type Store, type Token } from './store.ts'
export { DISCONNECT_EVENT, type Streams } from './streams.ts'
export { storable } from './text.ts'
export {
  countRequest,
  createTraffic,
  type Traffic,
  type TrafficGroup,
  type TrafficRow,
  trafficGroups,
  trafficIndex,
} from './traffic.ts'

export type DeliveryOptions = Sinks &
  Admission & {
    sample: ContextSample
    receipts: ReceiptBook
    edges: EdgeSink
    bulks: BulkSink
    outcomes: OutcomeSink
    version: string
    /** Orders to turn flags off without a database; without it there are none. */
    overrides?: OverrideBook
    /** Counts requests; by default the counts are not read. */
    traffic?: Traffic
    /** Known application names, so that public clients cannot create an unlimited number of others. */
    apps?: AppNames
    /** For tests: different limits for public tokens. */
    limits?: PublicLimits
    /** Which flags OFREP returns to a frontend token; defaults to `released`. */
    frontendNames?: FrontendNames
    /** A secret shared by all processes, so that each accepts the tickets of the others; random by default. */
    ticketKey?: Buffer
    /** For how long a CDN may keep the flags of a token; not at all by default. */
    cdnSeconds?: number
    /** Handle the most frequent SDK requests before Fastify; only if no hook needs to see them. */
    direct?: Pick<DirectOptions, 'ownAddresses' | 'timings'> & { front: Front }
  }

/**
 * The delivery plane: everything SDKs call, answered from memory. Returns its open streams.
 *
 * ```ts
 * await app.register(async (scope) => delivery(scope, { store, receipts, version: '1.0.0', ...sinks }))
 * ```
 */
export async function delivery(
  app: FastifyInstance,
  options: DeliveryOptions,
): Promise<{ streams: Streams }> {
  const { traffic = createTraffic() } = options
  countResponses(app, { ...options, traffic })
  const stopPreparing = prepareFrontends(options.store)
  app.addHook('onClose', async () => stopPreparing())
  const streams = createStreams(app, options.store)
  options.receipts.alsoFrom(streams.readers)
  const views = createBodies(options.store)
  const answers = createKeptAnswers()
  const caching = cachingFor(options.cdnSeconds)
  clientApi(app, { ...options, views, caching })
  if (options.direct)
    answerDirectly(app, options.direct.front, {
      ...options,
      ...options.direct,
      views,
      answers,
      traffic,
      caching,
    })
  bulkApi(app, options)
  outcomesApi(app, options)
  if (options.overrides) overrideApi(app, options.overrides)
  streamApi(app, { ...options, streams, traffic })
  digestApi(app, options)
  edgeApi(app, options)
  edgeReportApi(app, options)
  const bounds = createPublicIntake(options.apps ?? { isKnown: () => false }, options.limits)
  await app.register(async (scope) => frontendApi(scope, { ...options, bounds, answers }), {
    prefix: '/api/frontend',
  })

  await app.register(async (scope) => ofrepApi(scope, { ...options, streams, bounds, traffic }), {
    prefix: '/ofrep/v1',
  })
  return { streams }
}
export { validation } from './validators.ts'
export { viewDigest } from './view-digest.ts'
