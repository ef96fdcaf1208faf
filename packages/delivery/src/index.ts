import type { FastifyInstance } from 'fastify'
import { bulkApi } from './bulk-api.ts'
import { clientApi } from './client-api.ts'
import type { DirectOptions } from './direct/answer.ts'
import { answerDirectly } from './direct/listener.ts'
import { edgeApi } from './edge-api.ts'
import { edgeReportApi } from './edge-report-api.ts'
import { frontendApi } from './frontend-api.ts'
import type { Sinks } from './intake.ts'
import { ofrepApi } from './ofrep/api.ts'
import type { ContextSample, EdgeSink } from './ports.ts'
import type { ReceiptBook } from './receipts.ts'
import type { Store } from './store.ts'
import { streamApi } from './stream-api.ts'
import { createStreams } from './streams.ts'
import { createViews } from './views.ts'

export { addressOf } from './address.ts'
export { secretOf } from './admission.ts'
export { hydration } from './delta.ts'
export * from './documents.ts'
export { again } from './pace.ts'
export type {
  ContextSample,
  EdgeSink,
  ImpactMetric,
  ImpactSample,
  ImpactSink,
  Registration,
  RegistrationSink,
  Usage,
  UsageSink,
} from './ports.ts'
export { createReceipts, type ReceiptBook } from './receipts.ts'
export { linearRegex } from './regex.ts'
export { createStore, type Projects, type Store, type Token } from './store.ts'

export type DeliveryOptions = Sinks & {
  store: Store
  sample: ContextSample
  receipts: ReceiptBook
  edges: EdgeSink
  version: string
  /** A secret that all processes share, so that one opens the tickets of another; a random one if there is none. */
  ticketKey?: Buffer
  /** Answer what SDKs ask all day before the framework sees it; only where no hook must see it either. */
  direct?: Pick<DirectOptions, 'ownAddresses'>
}

/**
 * The delivery plane: everything SDKs call, answered from memory.
 *
 * ```ts
 * await app.register(async (scope) => delivery(scope, { store, receipts, version: '1.0.0', ...sinks }))
 * ```
 */
export async function delivery(app: FastifyInstance, options: DeliveryOptions) {
  const streams = createStreams(app, options.store)
  options.receipts.alsoFrom(streams.readers)
  const views = createViews(options.store)
  clientApi(app, { ...options, views })
  if (options.direct) answerDirectly(app, { ...options, ...options.direct, views })
  bulkApi(app, options)
  streamApi(app, { ...options, streams })
  edgeApi(app, options)
  edgeReportApi(app, options)
  await app.register(async (scope) => frontendApi(scope, options), { prefix: '/api/frontend' })
  await app.register(async (scope) => ofrepApi(scope, { ...options, streams }), { prefix: '/ofrep/v1' })
}
export { validation } from './validators.ts'
