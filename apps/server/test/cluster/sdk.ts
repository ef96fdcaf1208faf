import { type EventEmitter, once } from 'node:events'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { BACKEND_TOKEN } from './server.ts'

export type SdkMode = 'polling' | 'delta' | 'streaming'
const modes = {
  polling: {},
  delta: { experimentalMode: { type: 'polling', format: 'delta' } },
  streaming: { experimentalMode: { type: 'streaming' } },
} as const

let started = 0

/** A Node.js SDK that has received its first flags. */
export async function startSdk(url: string, mode: SdkMode, refreshInterval = 200): Promise<Unleash> {
  const sdk = new Unleash({
    url: `${url}/api/`,
    appName: `sdk-${mode}`,
    instanceId: `${started++}`,
    customHeaders: { Authorization: BACKEND_TOKEN },
    refreshInterval,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    ...modes[mode],
  })
  // Errors are expected, since servers and databases are stopped in these tests.
  sdk.on('error', () => {})
  sdk.on('warn', () => {})
  await once(sdk, 'synchronized')
  return sdk
}

/**
 * After `destroy`, an SDK does not listen for errors any more. If its last request then fails, because the server is
 * stopped as well, that would be an unhandled error of the test.
 */
export function endSdk(sdk: Unleash) {
  sdk.destroy()
  const repository = Reflect.get(sdk, 'repository') as EventEmitter
  repository.on('error', () => {})
}
