import type { FastifyInstance } from 'fastify'
import { bulkApi } from './bulk-api.ts'
import { clientApi } from './client-api.ts'
import { edgeApi } from './edge-api.ts'
import { frontendApi } from './frontend-api.ts'
import type { Sinks } from './intake.ts'
import { ofrepApi } from './ofrep/api.ts'
import type { ContextSample } from './ports.ts'
import type { Store } from './store.ts'
import { streamApi } from './stream-api.ts'
import { createStreams } from './streams.ts'

export { secretOf } from './admission.ts'
export { hydration } from './delta.ts'
export * from './documents.ts'
export type {
  ContextSample,
  ImpactMetric,
  ImpactSample,
  ImpactSink,
  Registration,
  RegistrationSink,
  Usage,
  UsageSink,
} from './ports.ts'
export { linearRegex } from './regex.ts'
export { createStore, type Projects, type Store, type Token } from './store.ts'

export type DeliveryOptions = Sinks & {
  store: Store
  sample: ContextSample
  version: string
  /** A secret that all processes share, so that one opens the tickets of another; a random one if there is none. */
  ticketKey?: Buffer
}

/**
 * The delivery plane: everything SDKs call, answered from memory.
 *
 * ```ts
 * await app.register(async (scope) => delivery(scope, { store, usage, registrations, impact, sample, version: '1.0.0' }))
 * ```
 */
export async function delivery(app: FastifyInstance, options: DeliveryOptions) {
  const streams = createStreams(app, options.store)
  clientApi(app, options)
  bulkApi(app, options)
  streamApi(app, { store: options.store, streams })
  edgeApi(app, options)
  await app.register(async (scope) => frontendApi(scope, options), { prefix: '/api/frontend' })
  await app.register(async (scope) => ofrepApi(scope, { ...options, streams }), { prefix: '/ofrep/v1' })
}
