import { AsyncLocalStorage } from 'node:async_hooks'
import type { OnAnswer } from '../database/database.ts'
import { readKind, withoutValues } from '../metrics/database-metrics.ts'
import type { Write } from '../write/write.ts'

export type Attributes = Record<string, string | number>

export type Span = {
  set(attributes: Attributes): void
  /** Only the type of an error is recorded: messages can contain values. */
  fail(errorType: string): void
  end(): void
  readonly traceId: string
  /** The `traceparent` header for requests that this span causes. */
  readonly traceparent: string
}

export type SpanStart = {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
  parent: Span | undefined
  /** The `traceparent` header of the caller, if there is no parent in this process. */
  traceparent?: string | undefined
  /** For spans that are started after the fact. */
  agoMs?: number
}

export type Tracer = { start(span: SpanStart): Span; stop(): Promise<void> }

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()

/** Called once at startup if tracing is on, and with undefined at the end. */
export const setTracer = (one: Tracer | undefined) => {
  tracer = one
}

export const withSpan = <T>(span: Span, work: () => T): T => current.run(span, work)

/** Runs work in a span; without a tracer it only runs the work. */
export function inSpan<T>(
  start: Omit<SpanStart, 'parent'>,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(undefined)
  const span = tracer.start({ ...start, parent: current.getStore() })
  return withSpan(span, () => work(span)).then(
    (result) => {
      span.end()
      return result
    },
    (error: unknown) => {
      span.fail(typeOf(error))
      span.end()
      throw error
    },
  )
}

const typeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'error')
}

/** Adds the revision of each committed change. */
export const traceWrites =
  (write: Write): Write =>
  (caller, work, onCommit) =>
    inSpan({ name: 'write', kind: 'internal' }, (span) =>
      write(caller, work, (revision) => {
        span?.set({ 'flagstaff.revision': revision })
        onCommit?.(revision)
      }),
    )

/** Adds a span for each statement of a traced request or job. The text has no values. */
export const traceStatements =
  ({ start }: Tracer, onAnswer: OnAnswer): OnAnswer =>
  (text, ms) => {
    onAnswer(text, ms)
    const parent = current.getStore()
    if (!parent) return
    const [table, verb] = readKind(text)
    start({
      name: `${verb} ${table}`,
      kind: 'client',
      parent,
      agoMs: ms,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        'db.collection.name': table,
        'db.query.text': withoutValues(text),
      },
    }).end()
  }

/** Each run of a job starts a trace. */
export const traceJob = <J extends { name: string; run(data?: unknown): Promise<void> }>(job: J): J => ({
  ...job,
  run: (data?: unknown) =>
    inSpan({ name: `job ${job.name}`, kind: 'internal', attributes: { 'flagstaff.job': job.name } }, () =>
      job.run(data),
    ),
})
