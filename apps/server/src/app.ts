import { createFront } from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { compile, type Delivery, openDelivery } from './delivery/index.ts'
import { outcomes } from './flags/index.ts'
import { identify } from './identify.ts'
import { openRegistrations } from './insight/applications/index.ts'
import { openLive } from './insight/live/index.ts'
import { openEdges, reportReceipts } from './insight/receipts/index.ts'
import { openImpact, openUnknownNames } from './insight/usage/index.ts'
import { openSample, type Sample } from './instance/sample/reservoir.ts'
import { howToSignIn, leaveBy, openProviders } from './people/sso/index.ts'
import { openFollowers } from './platform/background/followers.ts'
import { housekeeping } from './platform/background/housekeeping.ts'
import { openJobs } from './platform/background/jobs.ts'
import { openListener } from './platform/background/listener.ts'
import { openTelemetry } from './platform/background/telemetry.ts'
import { type Database, type OnStatement, openDatabase } from './platform/database/database.ts'
import { setRequestBudget } from './platform/database/deadline.ts'
import { openWriteProbe } from './platform/database/write-probe.ts'
import { decorateHandles, type Handles } from './platform/http/dispatch.ts'
import { describeRoutes } from './platform/http/openapi.ts'
import { checkPermission } from './platform/http/routing.ts'
import { controlRules, createServer } from './platform/http/server.ts'
import { undoRoutes } from './platform/http/undo.ts'
import type { Slice } from './platform/manifest.ts'
import type { Settings } from './platform/settings/settings.ts'
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
  logger: Logger
  /** Inserts seed data and starts background work: schedules and followers of the event log. */
  startWork(): Promise<void>
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

/** Wires all parts together; the only place that knows all of them. */
export async function buildApp(settings: Settings, options: Options = {}): Promise<Running> {
  const logger = options.logger ?? pino({ level: settings.logLevel })
  setRequestBudget(settings.requestBudgetMs)
  const { databaseUrl: url, poolSize, poolMin } = settings
  const database = openDatabase({ url, poolSize, poolMin, onStatement: options.onStatement })
  const note = openNotes(database.db)
  const jobs = openJobs(database, logger)
  const listener = openListener(settings.databaseDirectUrl, (error) => {
    if (error) logger.warn({ err: error }, 'the database does not respond; serving flags from memory')
    else logger.info('the database responds again')
  })
  const write = createWrite({
    db: database.db,
    compile,
    limits: settings.limits,
    send: jobs.send,
    announce: listener.announce,
  })
  const handles = { settings, read: database.read, write, note }
  const telemetry = openTelemetry()
  const registrations = openRegistrations(note)
  const sample = openSample(note, settings)
  const delivery = await openDelivery({
    database,
    note,
    listener,
    settings,
    logger,
    version,
    registrations,
    sample,
    impact: openImpact(note),
    edges: openEdges(note),
    outcomes,
    unknownNames: openUnknownNames(note),
  })
  telemetry.gauge(
    'flagstaff_damaged_documents',
    'Published documents that cannot be read; their last good form is served.',
    () => delivery.store.quarantine.size,
  )
  listener.follow(() => sample.refresh(delivery.store.revision))
  const stopReceipts = reportReceipts(note, delivery.receipts)

  telemetry.gauge(
    'flagstaff_comparisons',
    'Comparisons of what is served with the database.',
    () => delivery.canary.state().comparisons,
  )
  telemetry.gauge(
    'flagstaff_comparison_differences',
    'Comparisons that found a difference.',
    () => delivery.canary.state().differences,
  )

  const writes = openWriteProbe(database.db)
  const readiness = () => {
    const { ready, ...state } = delivery.readiness()
    const { accepted, text } = writes.state()
    return { ready: ready && (accepted || !settings.checkDatabaseOnReady), ...state, writes: text }
  }

  const followers = openFollowers({
    db: database.db,
    send: jobs.send,
    logger,
    followers: collect((slice) => slice.followers),
  })
  telemetry.gauges(
    'flagstaff_follower_lag',
    'Events of the log that a follower has not handled yet.',
    'follower',
    () => followers.states().map(({ name, lag }) => [name, lag]),
  )
  telemetry.gauges(
    'flagstaff_follower_failures',
    'Failed attempts of a follower of the event log since the start of this process.',
    'follower',
    () => followers.states().map(({ name, failures }) => [name, failures]),
  )
  telemetry.gauges(
    'flagstaff_follower_failing',
    'Whether the last attempt of a follower failed.',
    'follower',
    () => followers.states().map(({ name, failing }) => [name, Number(failing)]),
  )

  const providers = openProviders({ ...settings.sso, proxy: settings.proxy })
  const front = createFront()
  const http = createServer(settings, logger, front)
  const openApi = describeRoutes(http, { version, basePath: settings.basePath })
  await http.register(
    async (scope) => {
      await scope.register(async (plane) => {
        options.observe?.(plane)
        await delivery.routes(plane, front)
      })
      await scope.register(async (plane) => {
        await controlRules(plane, settings)
        decorateHandles(plane, handles, { caughtUp: delivery.caughtUp, proposals })
        options.observe?.(plane)
        telemetry.watch(plane)
        plane.decorate('howToSignIn', () => howToSignIn(handles))
        plane.decorate('identify', (request, { quietly = false } = {}) =>
          // An open stream is not activity: it must not keep an idle session alive.
          identify(request, quietly ? { ...handles, note: unnoted } : handles),
        )
        plane.decorate('leave', (ended) => leaveBy(handles, providers, ended))
        plane.decorate('providers', providers)
        plane.decorate('live', openLive({ read: database.read, news: listener }))
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
  return {
    http,
    database,
    handles,
    delivery,
    sample,
    logger,
    async startWork() {
      const work = { ...handles, db: database.db }
      for (const { start } of all) await start?.(work, logger)
      await jobs.start([
        housekeeping(
          database.db,
          collect(({ expire }) => expire && [expire]),
        ),
        ...collect((slice) => slice.jobs?.(work)),
      ])
      await followers.start()
      for (const run of [...followers.runs, followers.measure]) listener.follow(run)
    },
    async stop() {
      await http.close()
      await jobs.stop()
      await stopReceipts()
      await writes.stop()
      await delivery.drain()
      await registrations.drain()
      registrations.stop()
      await listener.stop()
      await database.close()
      telemetry.stop()
    },
  }
}
