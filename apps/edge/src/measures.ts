import type { Projects, Store } from '@flagstaff/delivery'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { createForwarder } from './forward.ts'
import type { Spool } from './spool.ts'

/** How new the flags of one scope are. */
export type Age = {
  environment: string
  projects: Projects
  revision: number | undefined
  heardAt: number
}
export type Measured = {
  store: Store
  spool: Spool
  forwarder: ReturnType<typeof createForwarder>
  ages(): Age[]
}

/** For Prometheus. */
export function createMeasures({ store, spool, forwarder, ages }: Measured) {
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
  gauge('flagstaff_edge_revision', 'Newest revision that is served', () => store.revision)
  gauge('flagstaff_edge_spool_bytes', 'Counts not yet forwarded', () => spool.bytes)
  gauge('flagstaff_edge_dropped_total', 'Reports dropped because the spool was full', () => spool.dropped)
  gauge('flagstaff_edge_refused_total', 'Counts that upstream refused', () => forwarder.refused)
  gauge('flagstaff_edge_quarantine', 'Flags that do not compile', () => store.quarantine.size)
  new Gauge({
    name: 'flagstaff_edge_age_seconds',
    help: 'Time since upstream was last heard',
    labelNames: ['environment'],
    registers: [registry],
    collect() {
      for (const { environment, heardAt } of ages())
        if (heardAt > 0) this.set({ environment }, (Date.now() - heardAt) / 1_000)
    },
  })
  return registry
}
