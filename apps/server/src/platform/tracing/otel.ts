import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { type ProxySettings, proxyFor } from '../settings/proxy-settings.ts'
import type { TracingSettings } from '../settings/tracing-settings.ts'
import type { Span, Tracer } from './tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** Spans are sent together, this long after the first one. */
const DELAY_MS = 1_000
/** How long the end of the process waits for the collector. */
const STOP_MS = 2_000

type Parts = { tracing: TracingSettings; proxy: ProxySettings; version: string; logger: Logger }

/** Sends spans with OpenTelemetry. This file is only loaded if tracing is on, because the libraries are large. */
export function openTracer({ tracing, proxy, version, logger }: Parts): Tracer {
  const { url, headers, serviceName, ratio } = tracing
  const warn = (message: string) => logger.warn({ message }, 'spans could not be sent')
  const silent = () => {}
  const sink = { error: warn, warn, info: silent, debug: silent, verbose: silent }
  diag.setLogger(sink, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const exporter = new OTLPTraceExporter({ url, headers, ...agentFor(url, proxy) })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(ratio),
      remoteParentSampled: randomSampler(ratio),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: DELAY_MS })],
  })
  const tracer = provider.getTracer('flagstaff', version)
  return {
    start({ name, kind, attributes = {}, parent, traceparent, agoMs }) {
      const context = parent ? contexts.get(parent) : readTraceparent(traceparent)
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, ...(agoMs === undefined ? {} : { startTime: Date.now() - agoMs }) },
        context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT,
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      const started: Span = {
        set: (more) => void span.setAttributes(more),
        fail(errorType) {
          span.setAttribute('error.type', errorType)
          span.setStatus({ code: SpanStatusCode.ERROR })
        },
        end: () => span.end(agoMs === undefined ? undefined : Date.now()),
        traceId,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      }
      contexts.set(started, span.spanContext())
      return started
    },
    async stop() {
      const sent = provider.shutdown().catch((error: Error) => warn(error.message))
      await Promise.race([sent, setTimeout(STOP_MS, undefined, { ref: false })])
      diag.disable()
    },
  }
}

const contexts = new WeakMap<Span, SpanContext>()

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C Trace Context; anything else is ignored. */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Callers choose the ID of their trace, so it must not decide what is sent. */
const randomSampler = (ratio: number): Sampler => ({
  shouldSample: () => ({
    decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
})

/** The proxy settings apply to the collector as to every other server. */
function agentFor(url: string, proxy: ProxySettings) {
  if (!proxyFor(new URL(url), proxy)) return {}
  const options = { keepAlive: true, proxyEnv: { HTTP_PROXY: proxy.http, HTTPS_PROXY: proxy.https } }
  return {
    httpAgentOptions: (protocol: string) =>
      protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options),
  }
}
