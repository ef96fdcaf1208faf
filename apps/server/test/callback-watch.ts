import { createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exceptions } from './callback-exceptions.ts'

let excluded = 0

/** Runs work of a test in the middle of a request, without counting it. */
export function exclude<T>(work: () => T): T {
  const before = cpu()
  try {
    return work()
  } finally {
    excluded += cpu() - before
  }
}

/** Longer, and other requests wait noticeably: the event loop does one thing at a time. */
const MOST_MS = 100
/** The observer gets a collection after it has ended. */
const GC_NOTICE_MS = 20

export type Blocked = { requests: string[]; ms: number }
type Candidate = Blocked & { from: number; until: number }
type Raw = Pick<ServerResponse, 'headersSent' | 'destroyed'>

/**
 * Watches the thread: how much CPU each callback of the event loop takes, with the ticks and microtasks after it, since
 * nothing else runs before they end. Garbage collection is subtracted: it ends up in whichever callback allocates next.
 * On a busy machine the same work takes up to 2.5 times the CPU, as caches are shared, so times are divided by how slow
 * a piece of reference work is at that moment.
 */
export function watchCallbacks({ background = false, most = MOST_MS } = {}) {
  const waiting = new Map<Raw, string>()
  const candidates: Candidate[] = []
  const pauses: { from: number; until: number }[] = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      pauses.push({ from: startTime, until: startTime + duration })
    pauses.splice(0, pauses.length - 1_000)
  }).observe({ entryTypes: ['gc'] })

  for (let time = 0; time < 3; time++) slowness()
  let used = counted()
  let from = performance.now()
  let names = new Set<string>()
  const ticks = new Set<number>()
  let depth = 0

  /** A callback ends when the next one begins. */
  function boundary() {
    const now = counted()
    const ms = (now - used) / 1_000
    const until = performance.now()
    if (ms > most && (background || names.size > 0))
      candidates.push({ requests: [...names], ms: ms / slowness(), from, until })
    used = counted()
    from = performance.now()
    names = new Set()
    for (const [raw, name] of waiting)
      if (raw.headersSent || raw.destroyed) waiting.delete(raw)
      else names.add(name)
  }

  createHook({
    trackPromises: false,
    init(id, type) {
      if (type === 'TickObject' || type === 'Microtask') ticks.add(id)
    },
    before(id) {
      if (ticks.has(id)) return
      if (depth++ === 0) boundary()
    },
    after(id) {
      if (!ticks.delete(id)) depth = Math.max(0, depth - 1)
    },
  } as Parameters<typeof createHook>[0]).enable()

  const enter = (raw: Raw, name: string) => {
    waiting.set(raw, name)
    names.add(name)
  }
  return {
    enter,
    observe(app: FastifyInstance) {
      app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
        enter(reply.raw, `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}`)
        done()
      })
    },
    /** Leaves out what happened before. */
    begin() {
      boundary()
      candidates.length = 0
    },
    async found(): Promise<Blocked[]> {
      await new Promise((done) => setTimeout(done, GC_NOTICE_MS))
      return candidates
        .splice(0)
        .map(({ requests, ms, ...during }) => ({
          requests,
          ms: Math.round(ms * (1 - collectedPart(during, pauses))),
        }))
        .filter(({ requests, ms }) => ms > Math.max(most, ...requests.map(allowed)))
    },
  }
}

const reference = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `flag-${id}` })))
let fastest = Number.POSITIVE_INFINITY

/** The clock of a thread can be 4 ms late, so the work must be much longer. */
const REFERENCE_RUNS = 40
const SLOWEST = 2.5

/** How many times longer the reference work takes now than at best. */
function slowness(): number {
  const before = cpu()
  for (let run = 0; run < REFERENCE_RUNS; run++) JSON.parse(reference)
  const taken = cpu() - before
  fastest = Math.min(fastest, taken)
  return Math.min(SLOWEST, taken / fastest)
}

type Span = { from: number; until: number }

/** How much of a span was garbage collection: the clock also runs while the thread waits for a processor. */
const collectedPart = (during: Span, pauses: readonly Span[]) =>
  pauses.reduce(
    (sum, { from, until }) => sum + Math.max(0, Math.min(until, during.until) - Math.max(from, during.from)),
    0,
  ) /
  (during.until - during.from)

const allowed = (request: string) => exceptions.find(({ route }) => route === request)?.most ?? 0

const counted = () => cpu() - excluded

function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Servers that listen name their requests, also those that are answered before Fastify sees them. */
export function nameRequests(
  enter: (raw: Raw, name: string) => void,
  onFinish: (request: IncomingMessage, response: ServerResponse) => void,
) {
  type Message = { request: IncomingMessage; response: ServerResponse }
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Message
    enter(response, `${request.method} ${request.url?.split('?')[0]}`)
  })
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Message
    onFinish(request, response)
  })
}
