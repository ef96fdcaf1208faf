import { memoryLimit, type Store } from '@flagstaff/delivery'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { createForwarder } from './forward.ts'
import type { Spool } from './spool.ts'
import type { Source } from './upstream/source.ts'

export type Measured = {
  store: Store
  spool: Spool
  forwarder: ReturnType<typeof createForwarder>
  sources: readonly Source[]
}

/** Prometheus metrics. */
export function createMeasures({ store, spool, forwarder, sources }: Measured) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('flagstaff_memory_limit_bytes', 'Memory that this process can use', memoryLimit)
  gauge('flagstaff_edge_revision', 'Newest revision that is served', () => store.revision)
  gauge('flagstaff_edge_spool_bytes', 'Counts not yet forwarded', () => spool.bytes)
  gauge('flagstaff_edge_dropped_total', 'Reports dropped because the spool was full', () => spool.dropped)
  gauge('flagstaff_edge_unreadable_total', 'Damaged reports found in the spool', () => spool.unreadable)
  gauge('flagstaff_edge_refused_total', 'Counts that upstream refused', () => forwarder.refused)
  gauge('flagstaff_edge_quarantine', 'Flags and segments that cannot be used', () =>
    sources.reduce((all, { quarantine }) => all + quarantine.size, store.quarantine.size),
  )
  const perEnvironment = (name: string, help: string, read: (source: Source) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['environment'],
      registers: [registry],
      collect() {
        for (const source of sources) {
          const value = read(source)
          if (value !== undefined) this.set({ environment: source.environment }, value)
        }
      },
    })
  perEnvironment(
    'flagstaff_edge_upstream_lag_seconds',
    'Time since upstream last confirmed the served flags',
    ({ heardAt }) => (heardAt > 0 ? (Date.now() - heardAt) / 1_000 : undefined),
  )
  perEnvironment(
    'flagstaff_edge_upstream_connected',
    'Whether the last attempt to reach upstream succeeded',
    ({ isConnected }) => (isConnected ? 1 : 0),
  )
  perEnvironment(
    'flagstaff_edge_doubted',
    'Whether an answer of upstream that leaves out many flags waits for confirmation',
    ({ held }) => (held ? 1 : 0),
  )
  perEnvironment(
    'flagstaff_edge_differs',
    'Whether other flags than those of upstream are served',
    (source) => (source.differs ? 1 : 0),
  )
  return registry
}
