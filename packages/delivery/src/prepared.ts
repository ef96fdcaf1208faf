import type { FastifyRequest } from 'fastify'
import { admitted } from './admission.ts'
import type { Store } from './store.ts'

/** A request that evaluates waits until the flags are compiled, and no other request waits for that. */
export const whenPrepared =
  (store: Store) => (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    const preparing = store.environment(admitted(request).environment).prepare()
    if (preparing) preparing.then(() => done(), done)
    else done()
  }

/**
 * Compiles the environments of frontend tokens after a load, before the first request needs them. Other environments
 * are only delivered, and compiling them would cost memory.
 */
export function prepareFrontends(store: Store): () => void {
  const prepare = () => {
    const tokens = store.tokens().filter(({ type }) => type === 'frontend')
    // If it fails, the first request gets the error.
    for (const name of new Set(tokens.map(({ environment }) => environment)))
      store
        .environment(name)
        .prepare()
        ?.catch(() => {})
  }
  prepare()
  // A full load replaces the environments.
  return store.listen(prepare)
}
