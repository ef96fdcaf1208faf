import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry, Summary } from 'prom-client'

export type Telemetry = {
  /** Measures every answer of this scope. */
  watch(app: FastifyInstance): void
  /** A number that is read when somebody asks for it. */
  gauge(name: string, help: string, read: () => number): void
  /** Everything measured, in the text format of Prometheus. */
  read(): Promise<{ text: string; contentType: string }>
  stop(): void
}

/** What this process tells about itself. Labels are route patterns, never addresses: their number stays small. */
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
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    stop: () => registry.clear(),
  }
}
