import { createFront } from '@flagstaff/delivery'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pino, { type Logger } from 'pino'
import { groupRoutes } from './access/groups/routes.ts'
import { memberRoutes } from './access/members/routes.ts'
import { roleRoutes } from './access/roles/routes.ts'
import { applicationUpkeep, openRegistrations } from './applications/index.ts'
import { applicationRoutes } from './applications/routes.ts'
import { loginRoutes } from './auth/logins/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { sessionRoutes } from './auth/sessions/routes.ts'
import { compareRoutes } from './compare/routes.ts'
import { constraintRoutes } from './constraints/routes.ts'
import { contextRoutes } from './context/routes.ts'
import { compile, type Delivery, openDelivery } from './delivery/index.ts'
import { environmentRoutes } from './environments/routes.ts'
import { countActivity } from './events/follower.ts'
import { eventRoutes } from './events/routes.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { flagAging } from './flags/index.ts'
import { flagRoutes } from './flags/routes.ts'
import { identify } from './identify.ts'
import { apiDocsRoutes } from './instance/api-docs.ts'
import { healthRoutes } from './instance/health.ts'
import { prometheusRoutes } from './instance/prometheus.ts'
import { openSample, type Sample } from './instance/sample/reservoir.ts'
import { sampleRoutes } from './instance/sample/routes.ts'
import { settingRoutes } from './instance/settings/routes.ts'
import { webRoutes } from './instance/web.ts'
import { openLive } from './live/index.ts'
import { liveRoutes } from './live/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { type Database, type OnStatement, openDatabase } from './platform/database.ts'
import { setRequestBudget } from './platform/deadline.ts'
import { housekeeping } from './platform/housekeeping.ts'
import { type Handles, openHandles } from './platform/http/dispatch.ts'
import { describeRoutes } from './platform/http/openapi.ts'
import { checkPermission } from './platform/http/routing.ts'
import { type App, controlRules, createServer } from './platform/http/server.ts'
import { undoRoutes } from './platform/http/undo.ts'
import { openJobs } from './platform/jobs.ts'
import { openListener } from './platform/listener.ts'
import { openNotes, unnoted } from './platform/note.ts'
import type { Settings } from './platform/settings.ts'
import { openTelemetry } from './platform/telemetry.ts'
import { openDoor } from './platform/write.ts'
import { openWriteProbe } from './platform/write-probe.ts'
import { playgroundRoutes } from './playground/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { openEdges, tellReceipts } from './receipts/index.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { scimSettingRoutes } from './scim/settings/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { segmentRoutes } from './segments/routes.ts'
import { howToSignIn, leaveBy, openProviders, waysIn } from './sso/index.ts'
import { ssoAdminRoutes, ssoRoutes } from './sso/routes.ts'
import { strategyRoutes } from './strategies/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { seedTokens, tokenMails } from './tokens/index.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { importAtStart } from './transfer/start.ts'
import { impactRoutes } from './usage/impact/routes.ts'
import { openImpact, openUnknownNames, prepareUsage, usageUpkeep } from './usage/index.ts'
import { usageRoutes } from './usage/routes.ts'
import { demoRoutes } from './users/demo/routes.ts'
import { accountMails, firstAdmin, hasAdmin } from './users/index.ts'
import { signUpRoutes } from './users/invitations/public-routes.ts'
import { passwordLinkRoutes } from './users/passwords/routes.ts'
import { userRoutes } from './users/routes.ts'
import { version } from './version.ts'
import { viewRoutes } from './views/routes.ts'

export type Running = {
  http: FastifyInstance
  database: Database
  handles: Handles
  delivery: Delivery
  sample: Sample
  logger: Logger
  /** Lays down the start data, and starts what happens by itself: schedules and followers of the event log. */
  startWork(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  logger?: Logger
  /** For tests: looks at every answer. */
  observe?: (app: FastifyInstance) => void
  /** For tests: looks at every statement. */
  onStatement?: OnStatement
}

/** The slices below `/api/admin`. */
const adminSlices: ((app: App) => Promise<void>)[] = [
  applicationRoutes,
  compareRoutes,
  constraintRoutes,
  contextRoutes,
  environmentRoutes,
  eventRoutes,
  favoriteRoutes,
  flagRoutes,
  groupRoutes,
  loginRoutes,
  mailRoutes,
  memberRoutes,
  playgroundRoutes,
  projectRoutes,
  receiptRoutes,
  roleRoutes,
  sampleRoutes,
  scimSettingRoutes,
  searchRoutes,
  segmentRoutes,
  sessionRoutes,
  settingRoutes,
  strategyRoutes,
  tagRoutes,
  tokenRoutes,
  transferRoutes,
  undoRoutes,
  usageRoutes,
  userRoutes,
  viewRoutes,
]

/** Puts the parts together; the only place that knows all of them. */
export async function buildApp(settings: Settings, options: Options = {}): Promise<Running> {
  const logger = options.logger ?? pino({ level: settings.logLevel })
  setRequestBudget(settings.requestBudgetMs)
  const { databaseUrl: url, poolSize, poolMin } = settings
  const database = openDatabase({ url, poolSize, poolMin, onStatement: options.onStatement })
  const note = openNotes(database.db)
  const jobs = openJobs(database, logger)
  const listener = openListener(settings.databaseDirectUrl, (error) => {
    if (error)
      logger.warn({ err: error }, 'the database does not answer; flags are served from memory meanwhile')
    else logger.info('the database answers again')
  })
  const write = openDoor({
    db: database.db,
    compile,
    limits: settings.limits,
    send: jobs.send,
    announce: listener.announce,
  })
  const handles = { settings, read: database.read, write, note }
  const telemetry = openTelemetry()
  const registrations = openRegistrations(note)
  const sample = openSample(note)
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
    unknownNames: openUnknownNames(note),
  })
  telemetry.gauge(
    'flagstaff_damaged_documents',
    'Published documents that cannot be read; their last good form is served.',
    () => delivery.store.quarantine.size,
  )
  listener.follow(() => sample.refresh(delivery.store.revision))
  const stopReceipts = tellReceipts(note, delivery.receipts)

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

  const providers = openProviders({ ...settings.sso, proxy: settings.proxy })
  const live = openLive({ read: database.read, news: listener })
  // An open stream is no sign of life: it must not keep a session from ending.
  const identifyAgain = (request: FastifyRequest) => identify(request, { ...handles, note: unnoted })

  const front = createFront()
  const http = createServer(settings, logger, front)
  const document = describeRoutes(http, { version, basePath: settings.basePath })
  await http.register(
    async (scope) => {
      await scope.register(async (plane) => {
        options.observe?.(plane)
        await delivery.routes(plane, front)
      })
      await scope.register(async (plane) => {
        await controlRules(plane, settings)
        openHandles(plane, handles, delivery.caughtUp)
        options.observe?.(plane)
        telemetry.watch(plane)
        plane.decorate('howToSignIn', () => howToSignIn(handles))
        plane.addHook('preValidation', checkPermission)
        const app = plane as unknown as App
        healthRoutes(app, readiness)
        prometheusRoutes(app, telemetry)
        await plane.register((scope) => apiDocsRoutes(scope as unknown as App, document, settings.basePath))
        await plane.register(impactRoutes)
        await plane.register((scope) =>
          authRoutes(scope as unknown as App, (ended) => leaveBy(handles, providers, ended)),
        )
        await plane.register((scope) => ssoRoutes(scope as unknown as App, providers))
        await plane.register(passwordLinkRoutes)
        await plane.register(signUpRoutes)
        await plane.register(demoRoutes)
        await plane.register(scimRoutes, { prefix: '/scim' })
        await plane.register((scope) =>
          webRoutes(scope as unknown as App, {
            isSignedIn: async (request) => (await identify(request, handles)) !== undefined,
            waysIn: () => waysIn(handles),
            isSetUp: () => hasAdmin(database.read),
          }),
        )
        await plane.register(
          async (admin) => {
            admin.addHook('onRequest', async (request) => {
              request.caller = await identify(request, handles)
            })
            for (const routes of adminSlices) await admin.register(routes)
            await admin.register((scope) => ssoAdminRoutes(scope as unknown as App, providers))
            await admin.register((scope) => liveRoutes(scope as unknown as App, live, identifyAgain))
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
      await seedTokens(write, database.read, settings)
      await firstAdmin(handles, logger)
      await importAtStart(handles, logger)
      await prepareUsage(database.db)
      await jobs.start([
        housekeeping(database.db),
        flagAging(write),
        usageUpkeep(database.db),
        applicationUpkeep(database.db, write),
        ...accountMails(handles),
        ...tokenMails(handles),
      ])
      listener.follow(async () => void (await countActivity(database.db)))
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
