import { reasonOf } from '@flagstaff/contract/reason'
import { stopOnSignals } from '@flagstaff/delivery'
import { pino } from 'pino'
import { buildApp, type Running } from './app.ts'
import { openDatabase } from './platform/database/database.ts'
import { certificateProblem, useDatabaseTls } from './platform/database/database-tls.ts'
import { isMisconfigured, isRetryable, isUnavailable, rootOf } from './platform/database/failures.ts'
import { migrate } from './platform/database/migrate.ts'
import { readSettings, type Settings } from './platform/settings/settings.ts'
import { listUnread } from './platform/settings/unread-settings.ts'

const settings = readSettings(process.env)
const logger = pino({ level: settings.logLevel })
useDatabaseTls(settings.databaseTls)
for (const sentence of listUnread(process.env)) logger.warn(sentence)

/** Set once there is something to stop. */
let running: Running | undefined
let isListening = false
const stop = stopOnSignals({
  delaySeconds: () => (isListening ? settings.shutdownDelaySeconds : 0),
  mostSeconds: settings.shutdownSeconds,
  leave() {
    logger.info('stopping')
    running?.leave()
  },
  stop: async () => running?.stop(),
})
// `flagstaff start` starts the server with a channel, which closes when that process ends, even if it is killed.
process.once('disconnect', stop)

const missed = Promise.withResolvers<void>()
/** With a snapshot to serve from, startup does not wait for a database that is down. */
const unlessAway = (work: Promise<void>) =>
  settings.snapshotFolder ? Promise.race([work, missed.promise]) : work

if (settings.demo) logger.warn('AUTH_TYPE is demo: anyone can sign in with just an email address')
const prepared = whenThere(() => prepareDatabase(settings))
await unlessAway(prepared)
const app = await buildApp(settings, { logger })
running = app
const started = prepared.then(() => whenThere(app.startWork))
await unlessAway(started)
await app.http.listen({ port: settings.port, host: settings.host })
isListening = true
app.metrics?.listen({ port: settings.metricsPort, host: settings.host })

/** Migrates the database. */
async function prepareDatabase({ databaseDirectUrl, migrate: wanted }: Settings) {
  if (!wanted) return
  const database = openDatabase({
    url: databaseDirectUrl,
    poolSize: 2,
    applicationName: 'flagstaff-migrate',
  })
  const onWait = (migration: string, error: unknown) =>
    logger.warn({ migration, reason: reasonOf(error) }, 'a migration waits for other statements')
  try {
    await migrate(database.db as never, { onWait })
  } finally {
    await database.close().catch(() => {})
  }
}

/** Retries every second while the database is down. */
async function whenThere(work: () => Promise<void>) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) && !isRetryable(error)) throw error
      // Waiting does not help against a wrong password. But with a snapshot, flags are served while it is corrected.
      const problem = certificateProblem(error) ?? (isMisconfigured(error) ? rootOf(error) : undefined)
      if (problem && !settings.snapshotFolder) throw problem
      missed.resolve()
      logger.warn(
        { reason: reasonOf(rootOf(error)) },
        'the database does not respond yet; retrying in a second',
      )
      await new Promise((done) => setTimeout(done, 1_000))
    }
  }
}
