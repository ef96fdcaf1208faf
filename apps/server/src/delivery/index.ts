import { join } from 'node:path'
import {
  type AppNames,
  type ContextSample,
  createDirectTimings,
  createReceipts,
  createStore,
  type DirectTimings,
  delivery,
  type EdgeSink,
  type Front,
  type ImpactSink,
  linearRegex,
  type OverrideBook,
  onDemand,
  openOrderFolder,
  openOverrides,
  overrideKeyOf,
  type ReceiptBook,
  type RegistrationSink,
  type Store,
  type Streams,
  type Traffic,
  type Usage,
  within,
} from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { OutcomeWriter } from '../flags/index.ts'
import type { RegistrationWriter } from '../insight/applications/index.ts'
import { appendUsage, type ImpactWriter, openFolding, type UsageRow } from '../insight/usage/index.ts'
import type { Listener } from '../platform/background/listener.ts'
import { compactHeap } from '../platform/compact-heap.ts'
import type { Database } from '../platform/database/database.ts'
import { catchUpPatience } from '../platform/database/deadline.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { Note } from '../platform/write/note.ts'
import { openBulks } from './bulks.ts'
import { type Canary, openCanary } from './canary.ts'
import { createDamageLog } from './damage-log.ts'
import { catchUp, type Step } from './feed.ts'
import { renewEpoch } from './published-queries.ts'
import { markTokensSeen } from './queries.ts'
import { createSeenMarks } from './seen.ts'
import { createSnapshot, keepSnapshot } from './snapshot.ts'
import { createUsageBuffer } from './usage.ts'

export { compile } from './compile.ts'

export type Readiness = {
  ready: boolean
  database: string
  delivery: string
  comparison: string
  revision: number
  /** How many flags are off by signed orders. */
  overrides: number
  /** Whether the file has what is served; only with a snapshot folder. */
  snapshot?: string
}

export type Delivery = {
  store: Store
  receipts: ReceiptBook
  overrides: OverrideBook
  canary: Pick<Canary, 'compare' | 'state'>
  routes(app: FastifyInstance, front: Front): Promise<void>
  /** Readiness of this process. The store is refreshed every second, so its age shows if the database is up. */
  readiness(): Readiness
  /** Whether the database has answered within the last seconds. */
  isDatabaseUp(): boolean
  /** Resolves when this process serves a revision (default: all that is committed), or after the timeout. */
  caughtUp(revision: number | undefined, ms: number): Promise<void>
  /** Open streams by environment. */
  streams(): Map<string, number>
  /** Response times of the fast path. */
  timings: DirectTimings
  /** Age of the snapshot; undefined without a snapshot folder. */
  snapshotAge(): number | undefined
  /** Resolves when all pending usage reports have a response and are folded. */
  drain(): Promise<void>
}

/** Rate limit for database checks that are caused by unknown tokens. */
const LEAST_BETWEEN_CHECKS_MS = 50
const SILENCE_MS = 3_000
const isHeard = ({ syncedAt }: Store) => Date.now() - syncedAt < SILENCE_MS

function databaseState(store: Store, lastStep: Step): string {
  if (store.syncedAt === 0) return 'away'
  if (isHeard(store)) return 'up'
  const since = new Date(store.syncedAt).toISOString()
  return lastStep === 'wait' ? `standby that is behind since ${since}` : `away since ${since}`
}

const servingText = (damaged: number): string => {
  if (damaged === 0) return 'serving'
  return `serving, ${damaged} damaged ${damaged === 1 ? 'document' : 'documents'}`
}

/** Twice the interval at which the file is compared. */
const SNAPSHOT_CURRENT_SECONDS = 10

const snapshotText = (ageSeconds: number): string =>
  ageSeconds <= SNAPSHOT_CURRENT_SECONDS
    ? 'current'
    : `behind since ${new Date(Date.now() - ageSeconds * 1_000).toISOString()}`

/** Decides whether usage of names that no flag has is stored. */
type UnknownNames = { keeps(environment: string, name: string, app: string): boolean; flush(): Promise<void> }

type Parts = {
  database: Database
  note: Note
  listener: Listener
  settings: Settings
  logger: Logger
  version: string
  registrations: RegistrationSink & RegistrationWriter & AppNames
  impact: ImpactSink & ImpactWriter
  sample: ContextSample
  edges: EdgeSink
  outcomes: OutcomeWriter
  traffic: Traffic
  /** Called with each committed batch of usage. */
  onUsage?: (rows: readonly UsageRow[]) => void
  /** Called after each comparison of the revision with the database. */
  onCatchUp?: (ms: number) => void
  unknownNames(isKnown: (environment: string, name: string) => boolean): UnknownNames
}

/** The PostgreSQL side of the delivery plane: keeps the store up to date and stores usage. */
export async function openDelivery({
  database,
  note,
  listener,
  settings,
  logger,
  version,
  unknownNames,
  onUsage = () => {},
  onCatchUp = () => {},
  ...sinks
}: Parts): Promise<Delivery> {
  const store = createStore(
    { regex: linearRegex },
    { origins: settings.frontendOrigins, enabled: settings.frontendEnabled },
    { onUse: createSeenMarks((digests) => note((db) => markTokensSeen(db, digests))) },
  )
  const folding = openFolding(database.db)
  const buffer = createUsageBuffer(async (writer, rows) => {
    await appendUsage(database.db, writer, rows)
    onUsage(rows)
    folding.soon()
  })
  const timings = createDirectTimings()
  let streams: Streams | undefined
  const snapshot = settings.snapshotFolder
    ? createSnapshot(settings.snapshotFolder, settings.encryptionKeys[0] ?? settings.databaseUrl)
    : undefined
  let lastStep: Step = 'nothing'
  const logDamage = createDamageLog(store, logger)
  const refresh = onDemand(async () => {
    const { revision } = store
    const began = performance.now()
    lastStep = await catchUp(database.db, store)
    onCatchUp(performance.now() - began)
    logDamage()
    if (lastStep === 'restart' || lastStep === 'follow')
      logger.warn(
        { before: revision, now: store.revision },
        'the history of the database has changed, as after a restore: everything was reloaded',
      )
  })
  // If the database is down, start from the snapshot, and continue as soon as the database is up.
  await refresh().catch(async () => {
    const known = await snapshot?.load().catch((err) => logger.error({ err }, 'the snapshot cannot be used'))
    if (!known) return
    store.apply(known)
    logDamage()
    logger.warn({ revision: known.revision, knownAt: known.knownAt }, 'serving the last known flags')
  })
  compactHeap()
  const saving =
    snapshot && keepSnapshot(store, snapshot, (err) => logger.error({ err }, 'the snapshot was not saved'))
  const overrides = await openOverrides({
    store,
    keys: settings.encryptionKeys.map(overrideKeyOf),
    folder: settings.snapshotFolder ? openOrderFolder(join(settings.snapshotFolder, 'overrides')) : undefined,
    saveFlags: () => saving?.now(),
    onError: (err) => logger.error({ err }, 'the overrides cannot be read or written'),
  })
  listener.follow(refresh)
  const canary = openCanary({
    db: database.db,
    store,
    everyMs: settings.comparisonSeconds * 1000,
    async onDifference(found) {
      logger.error({ found, revision: store.revision }, 'the served flags differ from the database')
      await renewEpoch(database.db, store.epoch)
      await refresh()
    },
  })
  const isKnown = (environment: string, name: string) => store.piece(environment, name) !== undefined
  const unknown = unknownNames(isKnown)
  const known = (usage: Usage): Usage => ({
    ...usage,
    counts: usage.counts.filter(
      ({ flag }) => isKnown(usage.environment, flag) || unknown.keeps(usage.environment, flag, usage.app),
    ),
  })
  const bulks = openBulks({ note, known, folding, ...sinks })
  const receipts = createReceipts(store)
  const refreshForToken = onDemand(refresh, LEAST_BETWEEN_CHECKS_MS)
  return {
    store,
    receipts,
    overrides,
    canary,
    timings,
    streams: () => streams?.countByEnvironment() ?? new Map(),
    snapshotAge: () => saving?.ageSeconds(),
    async caughtUp(revision, ms) {
      if (revision === undefined || store.revision < revision) await within(ms, refresh())
    },
    drain: async () => {
      await canary.stop()
      await overrides.stop()
      await saving?.stop()
      await Promise.all([buffer.drain(), bulks.drain()])
      await folding.now()
      await unknown.flush().catch(() => {})
    },
    isDatabaseUp: () => isHeard(store),
    readiness: () => {
      const loaded = store.syncedAt > 0
      return {
        ready: loaded && (isHeard(store) || !settings.checkDatabaseOnReady),
        database: databaseState(store, lastStep),
        delivery: loaded ? servingText(store.quarantine.size) : 'loading',
        comparison: canary.state().text,
        revision: store.revision,
        overrides: overrides.active.length,
        ...(saving ? { snapshot: snapshotText(saving.ageSeconds()) } : {}),
      }
    },
    async routes(app, front) {
      const opened = await delivery(app, {
        store,
        refresh: () => within(catchUpPatience(), refreshForToken()),
        receipts,
        overrides,
        version,
        direct: { front, ownAddresses: settings.trustedProxies.length === 0, timings },
        frontendNames: settings.frontendNames,
        cdnSeconds: settings.cdnSeconds,
        ticketKey: Buffer.from(settings.encryptionKeys[0] ?? settings.databaseUrl),
        usage: { add: (usage, patienceMs) => buffer.add(known(usage), patienceMs) },
        bulks,
        apps: sinks.registrations,
        ...sinks,
        outcomes: {
          add: (report, id) =>
            bulks.add({
              id,
              environment: report.environment,
              usages: [],
              registrations: [],
              impact: [],
              outcomes: [report],
            }),
        },
      })
      streams = opened.streams
    },
  }
}
