import type { EventHandler, ProviderEventEmitter, ServerProviderEvents } from '@openfeature/server-sdk'

type Emitter = ProviderEventEmitter<ServerProviderEvents>
export type EventName =
  | 'PROVIDER_READY'
  | 'PROVIDER_STALE'
  | 'PROVIDER_ERROR'
  | 'PROVIDER_CONFIGURATION_CHANGED'

/** The SDK has an emitter too, but it is built on a module of Node. */
export function createEmitter(): Emitter {
  const handlers = new Map<string, EventHandler[]>()
  const of = (event: string) => handlers.get(event) ?? []
  const emitter: Emitter = {
    emit(event, context) {
      for (const handler of of(event)) {
        // A handler of the application must not stop the others, or the provider.
        void (async () => handler({ providerName: 'flagstaff', ...context }))().catch(() => {})
      }
    },
    addHandler: (event, handler) => void handlers.set(event, [...of(event), handler]),
    removeHandler: (event, handler) =>
      void handlers.set(
        event,
        of(event).filter((other) => other !== handler),
      ),
    removeAllHandlers: (event) => void (event ? handlers.delete(event) : handlers.clear()),
    getHandlers: of,
    setLogger: () => emitter,
  }
  return emitter
}
