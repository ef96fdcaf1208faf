import type { Server } from 'node:http'
import { createFront, createTraffic, endConnections } from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { readLocked } from './changes/code/index.ts'
import { openBackbone } from './delivery/backbone/open.ts'
import { postTo } from './delivery/backbone/post.ts'
import { compile, type Delivery, openDelivery } from './delivery/index.ts'
import { outcomes, settleOverrides } from './flags/index.ts'
import { identify } from './identify.ts'
import { openRegistrations } from './insight/applications/index.ts'
import { openLive } from './insight/live/index.ts'
import { openEdges, reportReceipts } from './insight/receipts/index.ts'
import { countAdminRequests, openTraffic } from './insight/traffic/index.ts'
import { openImpact, openUnknownNames } from './insight/usage/index.ts'
import { openSample, type Sample } from './instance/sample/reservoir.ts'
import { addGauges, openMeasures } from './measures.ts'
import { howToSignIn, leaveBy, openProviders } from './people/sso/index.ts'
import { openFollowers } from './platform/background/followers.ts'
import { housekeeping } from './platform/background/housekeeping.ts'
import { openJobs } from './platform/background/jobs.ts'
import { openListener } from './platform/background/listener.ts'
import { type Database, type OnStatement, openDatabase } from './platform/database/database.ts'
import { setRequestBudget } from './platform/database/deadline.ts'
import { openWriteProbe } from './platform/database/write-probe.ts'
import { decorateHandles, type Handles } from './platform/http/dispatch.ts'
import { createMetricsServer } from './platform/http/metrics-server.ts'
import { describeRoutes } from './platform/http/openapi.ts'
import { checkPermission } from './platform/http/routing.ts'
import { controlRules, createServer } from './platform/http/server.ts'
import { undoRoutes } from './platform/http/undo.ts'
import type { Slice } from './platform/manifest.ts'
import { openStatementMetrics } from './platform/metrics/database-metrics.ts'
import { openFigures } from './platform/metrics/figures.ts'
import { openRequestMetrics } from './platform/metrics/request-metrics.ts'
import { openTelemetry } from './platform/metrics/telemetry.ts'
import type { Settings } from './platform/settings/settings.ts'
import { openTracing } from './platform/tracing/open.ts'
import { traceRequests } from './platform/tracing/request-spans.ts'
import { traceJob, traceStatements, traceWrites } from './platform/tracing/tracing.ts'
import { openNotes, unnoted } from './platform/write/note.ts'
import { createWrite } from './platform/write/write.ts'
import { slices } from './slices.ts'
import { version } from './version.ts'

export type Running = {
  http: FastifyInstance
  database: Database
  handles: Handles
  delivery: Delivery
  sample: Sample
  traffic: { flush(): Promise<void> }
  logger: Logger
  /** On the port for metrics; undefined if they share the port of the API. */
  metrics: Server | undefined
  /** Inserts seed data and starts background work: schedules and followers of the event log. */
  startWork(): Promise<void>
  /** Before `stop`: fails the readiness check, while requests are still answered. */
  leave(): void
  stop(): Promise<void>
}

type Options = {
  logger?: Logger
  /** For tests: called to observe every response. */
  observe?: (app: FastifyInstance) => void
  /** For tests: called with every statement. */
  onStatement?: OnStatement
}

const all: readonly Slice[] = Object.values(slices)
const collect = <T>(of: (slice: Slice) => readonly T[] | undefined): T[] =>
  all.flatMap((slice) => of(slice) ?? [])

const [proposals] = collect((slice) => (slice.proposals ? [slice.proposals] : []))

const CAUGHT_UP_MS = 5_000

/** Wires all parts together; the only place that knows all of them. */
export async function buildApp(settings: Settings, options: Options = {}): Promise<Running> {
  const logger = options.logger ?? pino({ level: settings.logLevel })
  setRequestBudget(settings.requestBudgetMs)
  const { databaseUrl: url, poolSize, poolMin } = settings
  const telemetry = openTelemetry()
  const tracer = await openTracing(settings, { version, logger })
  const measured = openStatementMetrics(telemetry, logger, settings.slowQueryMs)
  const onAnswer = tracer ? traceStatements(tracer, measured) : measured
  const database = openDatabase({ url, poolSize, poolMin, onStatement: options.onStatement, onAnswer })
  const figures = openFigures(database.read, logger)
  const measures = openMeasures(telemetry, settings, figures)
  const note = openNotes(database.db)
  const jobs = openJobs(database, logger, measures.job)
  const listener = openListener(settings.databaseDirectUrl, (reason) => {
    if (reason !== undefined)
      logger.warn({ reason }, 'the database does not respond; serving flags from memory')
    else logger.info('the database responds again')
  })
  const writes = openWriteProbe(database.db)
  const untraced = createWrite({
    db: database.db,
    compile,
    limits: settings.limits,
    send: jobs.send,
    readManaged: readLocked,
    announce: listener.announce,
    observe: measures.write,
    onFailure: writes.failed,
  })
  const write = tracer ? traceWrites(untraced) : untraced
  const handles = { settings, read: database.read, write, note }
  const registrations = openRegistrations(note)
  const sample = openSample(note, settings)
  const counts = createTraffic()
  const traffic = openTraffic(note, counts)
  const delivery = await openDelivery({
    database,
    note,
    listener,
    settings,
    logger,
    version,
    registrations,
    sample,
    traffic: counts,
    impact: openImpact(note),
    edges: openEdges(note),
    outcomes,
    unknownNames: openUnknownNames(note),
    onUsage: measures.usage,
    onCatchUp: measures.catchUp,
  })
  listener.follow(() => sample.refresh(delivery.store.revision))
  const { store, overrides } = delivery
  const caughtUp = () => delivery.caughtUp(undefined, CAUGHT_UP_MS)
  overrides.onAccepted(listener.follow(() => settleOverrides({ write, store, overrides, logger, caughtUp })))
  const stopReceipts = reportReceipts(note, delivery.receipts)

  let isLeaving = false
  const readiness = () => {
    const { ready, ...state } = delivery.readiness()
    if (isLeaving) state.delivery = 'stopping'
    const { accepted, text } = writes.state()
    return {
      ready: ready && !isLeaving && (accepted || !settings.checkDatabaseOnReady),
      ...state,
      writes: text,
    }
  }

  const followers = openFollowers({
    db: database.db,
    send: jobs.send,
    logger,
    followers: collect((slice) => slice.followers),
    rangeFollowers: collect((slice) => slice.rangeFollowers),
  })
  addGauges(telemetry, { settings, database, delivery, figures, writes, followers: followers.states })
  const requests = openRequestMetrics(telemetry, settings, delivery.timings)

  const work = { ...handles, db: database.db }
  const outside = collect((slice) => slice.outside && [slice.outside(work, logger, measures.delivery)])

  const providers = openProviders({ ...settings.sso, proxy: settings.proxy })
  const front = createFront()
  const http = createServer(settings, logger, front)
  const openApi = describeRoutes(http, { version, basePath: settings.basePath })
  await http.register(
    async (scope) => {
      if (tracer) traceRequests(scope, tracer)
      await scope.register(async (plane) => {
        options.observe?.(plane)
        requests.watchDelivery(plane)
        await delivery.routes(plane, front)
      })
      await scope.register(async (plane) => {
        await controlRules(plane, settings)
        decorateHandles(plane, handles, { caughtUp: delivery.caughtUp, proposals })
        options.observe?.(plane)
        requests.watchControl(plane)
        countAdminRequests(plane, counts)
        plane.decorate('howToSignIn', () => howToSignIn(handles))
        plane.decorate('identify', (request, { quietly = false } = {}) =>
          // An open stream is not activity: it must not keep an idle session alive.
          identify(request, quietly ? { ...handles, note: unnoted } : handles),
        )
        plane.decorate('leave', (ended) => leaveBy(handles, providers, ended))
        plane.decorate('providers', providers)
        plane.decorate('live', openLive({ read: database.read, news: listener }))
        plane.decorate('served', { store, caughtUp: delivery.caughtUp })
        plane.decorate('telemetry', telemetry)
        plane.decorate('readiness', readiness)
        plane.decorate('openApi', openApi)
        plane.addHook('preValidation', checkPermission)
        for (const routes of collect((slice) => slice.routes?.root)) await plane.register(routes)
        await plane.register(
          async (admin) => {
            admin.addHook('onRequest', async (request) => {
              request.caller = await admin.identify(request)
            })
            await admin.register(undoRoutes)
            for (const routes of collect((slice) => slice.routes?.admin)) await admin.register(routes)
          },
          { prefix: '/api/admin' },
        )
      })
    },
    { prefix: settings.basePath },
  )
  await http.ready()
  const post = postTo(http, settings.basePath)
  const backbone = await openBackbone(settings, { db: database.db, logger, post })
  const metrics = settings.metricsPort === undefined ? undefined : createMetricsServer(telemetry, settings)
  return {
    http,
    metrics,
    database,
    handles,
    delivery,
    sample,
    traffic,
    logger,
    async startWork() {
      for (const { start } of all) await start?.(work, logger)
      // Nobody is served what these have changed.
      await caughtUp()
      const list = [
        housekeeping(
          database.db,
          collect(({ expire }) => expire && [expire]),
        ),
        ...collect((slice) => slice.jobs?.(work)),
      ]
      measures.expectJobs(list.map(({ name }) => name))
      await jobs.start(tracer ? list.map(traceJob) : list)
      await followers.start()
      for (const run of [...followers.runs, followers.measure]) listener.follow(run)
      for (const { onNews } of outside) listener.follow(onNews)
      if (backbone) listener.follow(backbone.onNews)
    },
    leave() {
      isLeaving = true
      endConnections(http.server)
    },
    async stop() {
      metrics?.close()
      backbone?.stopAnswering()
      await http.close()
      await Promise.all(outside.map((one) => one.stop()))
      await backbone?.stop()
      await jobs.stop()
      await stopReceipts()
      await traffic.stop()
      await writes.stop()
      await delivery.drain()
      await registrations.drain()
      registrations.stop()
      await listener.stop()
      await database.close()
      telemetry.stop()
      await tracer?.stop()
    },
  }
}
