import type { Store } from '@flagstaff/delivery'
import { readToken } from '../tokens.ts'
import type { Source } from '../upstream/source.ts'

const never = new AbortController().signal

/**
 * What a node has, in the form of the scopes that edges follow over HTTP: one for each environment of the TOKENS. Reports
 * and counts of an environment are sent with its token.
 */
export function nodeSources(
  store: Store,
  tokens: readonly string[],
  state: () => { isStarted: boolean; isConnected: boolean },
  startOver: () => void,
): Source[] {
  const byEnvironment = new Map(
    tokens.flatMap((secret) => {
      const environment = readToken(secret)?.environment
      return environment === undefined ? [] : [[environment, secret]]
    }),
  )
  return [...byEnvironment].map(([environment, secret]): Source => {
    const nothing = () => {}
    return {
      environment,
      projects: '*',
      secret,
      get mark() {
        return state().isStarted ? store.head(environment, '*') : undefined
      },
      get heardAt() {
        return store.syncedAt
      },
      get isConnected() {
        return state().isConnected
      },
      held: undefined,
      quarantine: new Map(),
      differs: false,
      restart: never,
      startOver,
      heard: nothing,
      lost: nothing,
      replace: nothing,
      take: nothing,
    }
  })
}
