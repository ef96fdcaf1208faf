import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openDatabase } from './platform/database.ts'
import { certificateProblem, useDatabaseTls } from './platform/database-tls.ts'
import { isUnavailable } from './platform/failures.ts'
import { migrate } from './platform/migrate.ts'
import { SettingError } from './platform/setting-error.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { listUnread } from './platform/unread-settings.ts'

const settings = readOrEnd()
const logger = pino({ level: settings.logLevel })
useDatabaseTls(settings.databaseTls)
for (const sentence of listUnread(process.env)) logger.warn(sentence)

const missed = Promise.withResolvers<void>()
/** With something to serve from, nothing waits for a database that is away. */
const unlessAway = (work: Promise<void>) =>
  settings.snapshotFolder ? Promise.race([work, missed.promise]) : work

if (settings.demo) logger.warn('AUTH_TYPE is demo: everybody comes in with an e-mail address alone')
const prepared = whenThere(() => prepareDatabase(settings)).catch(endOnSetting)
await unlessAway(prepared)
const app = await buildApp(settings, { logger })
const started = prepared.then(() => whenThere(app.startWork)).catch(endOnSetting)
await unlessAway(started)
await app.http.listen({ port: settings.port, host: settings.host })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

/** Answers what is under way, refuses what is new, and ends; or ends anyway when that takes too long. */
async function stop(signal: string) {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), settings.shutdownSeconds * 1000).unref()
  await app.stop()
  process.exit(0)
}

function readOrEnd(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    return endOnSetting(error)
  }
}

/** A wrong setting ends the server with its message. */
function endOnSetting(error: unknown): never {
  const message = error instanceof SettingError ? error.message : certificateProblem(error)
  if (message === undefined) throw error
  pino().fatal(message)
  process.exit(1)
}

/** Brings the database to the present form. */
async function prepareDatabase({ databaseDirectUrl, migrate: wanted }: Settings) {
  if (!wanted) return
  const database = openDatabase({
    url: databaseDirectUrl,
    poolSize: 2,
    applicationName: 'flagstaff-migrate',
  })
  try {
    await migrate(database.db as never)
  } finally {
    await database.close().catch(() => {})
  }
}

/** Does it again every second while the database does not answer. */
async function whenThere(work: () => Promise<void>) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      missed.resolve()
      logger.warn({ err: error }, 'the database does not answer yet; trying again in a second')
      await new Promise((done) => setTimeout(done, 1_000))
    }
  }
}
