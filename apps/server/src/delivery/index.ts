import {
  type ContextSample,
  createReceipts,
  createStore,
  delivery,
  type EdgeSink,
  type ImpactSink,
  linearRegex,
  type ReceiptBook,
  type RegistrationSink,
  type Store,
  type Usage,
} from '@flagstaff/delivery'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import type { Listener } from '../platform/listener.ts'
import type { Note } from '../platform/note.ts'
import type { Settings } from '../platform/settings.ts'
import { catchUp } from './feed.ts'
import { markTokensSeen, upsertUsage } from './queries.ts'
import { createSeenMarks } from './seen.ts'
import { createSnapshot, keepSnapshot } from './snapshot.ts'
import { createUsageBuffer } from './usage.ts'

export { compile } from './compile.ts'

export type Readiness = { ready: boolean; database: string; delivery: string; revision: number }

export type Delivery = {
  store: Store
  receipts: ReceiptBook
  routes(app: FastifyInstance): Promise<void>
  /** Whether this process can do its job. The store is refreshed every second, so its age tells of the database. */
  readiness(): Readiness
  /** Resolves once every count that was taken in is answered. */
  drain(): Promise<void>
}

const SILENCE_MS = 3_000

/** Counts of names that no flag has: whether to keep them. */
type UnknownNames = { keeps(environment: string, name: string, app: string): boolean; flush(): Promise<void> }

type Parts = {
  database: Database
  note: Note
  listener: Listener
  settings: Settings
  logger: Logger
  version: string
  registrations: RegistrationSink
  impact: ImpactSink
  sample: ContextSample
  edges: EdgeSink
  unknownNames(isKnown: (environment: string, name: string) => boolean): UnknownNames
}

/** The PostgreSQL side of the delivery plane: keeps the store up to date and takes in counts. */
export async function openDelivery({
  database,
  note,
  listener,
  settings,
  logger,
  version,
  unknownNames,
  ...sinks
}: Parts): Promise<Delivery> {
  const store = createStore(
    { regex: linearRegex },
    { origins: settings.frontendOrigins, enabled: settings.frontendEnabled },
    { onUse: createSeenMarks((digests) => note((db) => markTokensSeen(db, digests))) },
  )
  const buffer = createUsageBuffer((writer, rows) => upsertUsage(database.db, writer, rows))
  const snapshot = settings.snapshotFolder
    ? createSnapshot(settings.snapshotFolder, settings.encryptionKeys[0] ?? settings.databaseUrl)
    : undefined
  // Without a database it starts all the same, from what was last known, and goes on as soon as there is one.
  await catchUp(database.db, store).catch(async () => {
    const known = await snapshot?.load().catch((err) => logger.error({ err }, 'the snapshot cannot be used'))
    if (!known) return
    store.apply(known)
    logger.warn({ revision: known.revision, knownAt: known.knownAt }, 'serving what was last known')
  })
  const stopSaving =
    snapshot && keepSnapshot(store, snapshot, (err) => logger.error({ err }, 'the snapshot was not saved'))
  listener.follow(() => catchUp(database.db, store))
  const isKnown = (environment: string, name: string) => store.piece(environment, name) !== undefined
  const unknown = unknownNames(isKnown)
  const known = (usage: Usage): Usage => ({
    ...usage,
    counts: usage.counts.filter(
      ({ flag }) => isKnown(usage.environment, flag) || unknown.keeps(usage.environment, flag, usage.app),
    ),
  })
  const receipts = createReceipts(store)
  return {
    store,
    receipts,
    drain: async () => {
      await stopSaving?.()
      await buffer.drain()
      await unknown.flush().catch(() => {})
    },
    readiness: () => {
      const loaded = store.syncedAt > 0
      const database = loaded && Date.now() - store.syncedAt < SILENCE_MS
      return {
        ready: loaded && (database || !settings.checkDatabaseOnReady),
        database: database ? 'up' : loaded ? `away since ${new Date(store.syncedAt).toISOString()}` : 'away',
        delivery: loaded ? 'serving' : 'loading',
        revision: store.revision,
      }
    },
    routes: (app) =>
      delivery(app, {
        store,
        receipts,
        version,
        direct: { ownAddresses: settings.trustedProxies.length === 0 },
        ticketKey: Buffer.from(settings.encryptionKeys[0] ?? settings.databaseUrl),
        usage: { add: (usage, patienceMs) => buffer.add(known(usage), patienceMs) },
        ...sinks,
      }),
  }
}
