import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { setTracer, type Tracer } from './tracing.ts'

/** Loads OpenTelemetry if an endpoint is set; otherwise nothing is loaded, and there is no tracer. */
export async function openTracing(
  { tracing, proxy }: Settings,
  { version, logger }: { version: string; logger: Logger },
): Promise<Tracer | undefined> {
  if (!tracing) return undefined
  const { openTracer } = await import('./otel.ts')
  const tracer = openTracer({ tracing, proxy, version, logger })
  setTracer(tracer)
  return {
    start: tracer.start,
    async stop() {
      setTracer(undefined)
      await tracer.stop()
    },
  }
}
