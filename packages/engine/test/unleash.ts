import { EventEmitter } from 'node:events'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import type { Flag, Segment } from '../src/types.ts'

/** An `unleash-client` that evaluates the given flags without network or disk. */
export function createUnleash(appName: string) {
  const repository = new Repository()
  const client = new Unleash({
    appName,
    url: 'http://unleash.invalid/',
    repository: repository as never,
    storageProvider: new InMemStorageProvider(),
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
  })
  client.on('error', () => {})
  client.on('warn', () => {})
  repository.emit('ready')
  return { appName, client, repository }
}

class Repository extends EventEmitter {
  flags = new Map<string, Flag>()
  segments = new Map<number, Segment>()

  getToggle(name: string): Flag | undefined {
    return this.flags.get(name)
  }

  getToggles(): Flag[] {
    return [...this.flags.values()]
  }

  getSegment(id: number): Segment | undefined {
    return this.segments.get(id)
  }

  async start(): Promise<void> {}

  stop(): void {}
}
