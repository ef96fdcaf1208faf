import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { databaseAway } from './errors.ts'
import type { Send } from './write.ts'

/**
 * Work that happens once for all processes together: again and again where it has a `cron`, otherwise whenever it is
 * sent. What fails is tried again, so it must be repeatable. What is sent lies in the database as it is: no secrets.
 */
export type Job = { name: string; cron?: string; run(data: unknown): Promise<void> }

export type Jobs = {
  /** Sends a job with the change that causes it: no change, no job. */
  send: Send
  start(jobs: readonly Job[]): Promise<void>
  stop(): Promise<void>
}

/** Of what is sent: six tries over about a quarter of an hour. Gone an hour after it is done. */
const sent = { retryLimit: 5, retryDelay: 15, retryBackoff: true, deleteAfterSeconds: 3_600 } as const

/** Runs the jobs on the database itself; there is nothing else to install. */
export function openJobs(database: Database, logger: Logger): Jobs {
  let running: PgBoss | undefined
  return {
    async send(trx, name, data) {
      if (!running) throw databaseAway()
      await running.send(name, data, { db: fromKysely(trx) })
    },
    async start(jobs) {
      const boss = new PgBoss({
        db: { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) },
        schema: 'jobs',
      })
      boss.on('error', (error) => logger.warn({ err: error }, 'jobs'))
      await boss.start()
      for (const { name, cron, run } of jobs) {
        await boss.createQueue(name, cron ? { policy: 'exclusive' } : sent)
        await boss.work(name, async ([job]) => {
          try {
            await run(job?.data)
          } catch (error) {
            logger.warn({ err: error, job: name }, 'a job failed and will be tried again')
            throw error
          }
        })
        if (cron) await boss.schedule(name, cron)
      }
      running = boss
    },
    async stop() {
      await running?.stop({ graceful: true, timeout: 2_000 })
    },
  }
}
