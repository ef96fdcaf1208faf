import type { Tools } from '@flagstaff/engine'

/** Keeps the last known flags, so that a process can start while the server is away. */
export type SnapshotStore = {
  load(): Promise<string | null | undefined>
  save(snapshot: string): Promise<unknown>
}

export type FlagstaffOptions = {
  /** The URL of a Flagstaff server or edge. */
  url: string
  /** A backend token. It determines the environment and the projects. */
  token: string
  /** The name of your application, for metrics and receipts. */
  appName: string
  /** The name of this process. Random by default. */
  instanceId?: string
  /** The `environment` field of the context. Defaults to that of the token. */
  environment?: string
  /** `streaming` receives changes at once and polls while the stream is down; `polling` only polls. */
  mode?: 'streaming' | 'polling'
  /** Time between polls, and the maximum between attempts to open the stream. 15 seconds by default. */
  pollIntervalMs?: number
  /** Time between usage reports, 60 seconds by default. 0 turns reports off. */
  metricsIntervalMs?: number
  snapshot?: SnapshotStore
  /** Compiles the patterns of REGEX constraints. JavaScript's `RegExp` by default; flags use RE2 syntax. */
  regex?: Tools['regex']
  /** The host name for the `applicationHostname` strategy. */
  hostname?: string
  /** Sends the requests. The global `fetch` by default. */
  fetch?: typeof fetch
}

export const SDK = 'flagstaff-openfeature-provider:0.1.0'

export function javascriptRegex(pattern: string, caseInsensitive: boolean) {
  try {
    const compiled = new RegExp(pattern, caseInsensitive ? 'iu' : 'u')
    return (text: string) => compiled.test(text)
  } catch {
    return undefined
  }
}
