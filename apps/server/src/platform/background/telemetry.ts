import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry, Summary } from 'prom-client'

export type Telemetry = {
  /** Measures every response of this Fastify scope. */
  watch(app: FastifyInstance): void
  /** A metric that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** The same with one value per label. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Iterable<[label: string, value: number]>,
  ): void
  /** All metrics in the Prometheus text format. */
  read(): Promise<{ text: string; contentType: string }>
  stop(): void
}

/** Metrics of this process. Labels are route patterns, never URLs, to keep their cardinality low. */
export function openTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Summary({
    name: 'http_request_duration_milliseconds',
    help: 'How long answers of the control plane took.',
    labelNames: ['path', 'method', 'status'],
    percentiles: [0.5, 0.9, 0.95, 0.99],
    maxAgeSeconds: 600,
    ageBuckets: 5,
    registers: [registry],
  })
  return {
    watch: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const path = request.routeOptions.url ?? 'unknown'
        duration.observe({ path, method: request.method, status: reply.statusCode }, reply.elapsedTime)
        done()
      })
    },
    gauge: (name, help, read) => {
      const collect = function collect(this: Gauge) {
        this.set(read())
      }
      new Gauge({ name, help, registers: [registry], collect })
    },
    gauges: (name, help, label, read) => {
      const collect = function collect(this: Gauge) {
        for (const [of, value] of read()) this.set({ [label]: of }, value)
      }
      new Gauge({ name, help, labelNames: [label], registers: [registry], collect })
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    stop: () => registry.clear(),
  }
}
