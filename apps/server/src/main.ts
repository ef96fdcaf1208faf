import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openDatabase } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { isGone } from './platform/write.ts'

const settings = readSettings(process.env)
const logger = pino({ level: settings.logLevel })

await prepareDatabase(settings)
const app = await buildApp(settings, { logger })
await app.startWork()
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

/** Waits for the database and brings it to the present form. */
async function prepareDatabase({ databaseDirectUrl, migrate: wanted }: Settings) {
  if (!wanted) return
  for (;;) {
    const database = openDatabase({
      url: databaseDirectUrl,
      poolSize: 2,
      applicationName: 'flagstaff-migrate',
    })
    try {
      await migrate(database.db as never)
      return
    } catch (error) {
      if (!isGone(error)) throw error
      logger.warn({ err: error }, 'the database does not answer yet; trying again in a second')
      await new Promise((done) => setTimeout(done, 1_000))
    } finally {
      await database.close().catch(() => {})
    }
  }
}
